package dev.sluice.service.core.footprint;

import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Step 1 of the plan (see {@code Planner}): the conflicts of one footprint with other footprints. Each conflict is computed once.
 * Belongs to the service thread.
 */
public final class Conflicts {

    /** The maximum number of cached conflicts. Ad hoc SQL creates new footprints without end, so a full cache is cleared. */
    private static final int MOST = 1_000;

    private final Footprint footprint;
    private final Map<Footprint, Conflict> known = new IdentityHashMap<>();

    public Conflicts(Footprint footprint) {
        this.footprint = footprint;
    }

    /** The footprint whose conflicts these are. */
    public Footprint footprint() {
        return footprint;
    }

    /** Returns which requests of the two footprints conflict, and so must not be reordered. */
    public Conflict with(Footprint other) {
        final Conflict before = known.get(other);
        if (before != null) {
            return before;
        }
        final Conflict found = footprint.conflict(other);
        if (footprint.settled() && other.settled()) {
            if (known.size() == MOST) {
                known.clear();
            }
            known.put(other, found);
        }
        return found;
    }
}
