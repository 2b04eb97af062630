package dev.sluice.service.core.plan;

import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.core.footprint.Conflict;
import dev.sluice.service.core.footprint.RowIndex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Step 2 of the plan (see {@link Planner}) for conflicts by row. Records the requests of one footprint, finds the requests that
 * touch a given row, and returns the lowest level above the levels of these requests. Requests are indexed by row only when a
 * later request may conflict with them by row. Belongs to the service thread.
 */
final class RowLevels {

    private final List<Arguments> noted = new ArrayList<>();
    private int[] after = new int[16];
    private final List<Index> indexes = new ArrayList<>(1);

    /** An index of the recorded requests by some of their arguments. */
    private static final class Index {

        private final RowIndex rows;
        private int indexed;

        Index(List<Integer> parameters) {
            this.rows = new RowIndex(parameters);
        }
    }

    /** @param level the lowest level that a later, conflicting request may have */
    void add(Arguments arguments, int level) {
        if (noted.size() == after.length) {
            after = Arrays.copyOf(after, 2 * after.length);
        }
        after[noted.size()] = level;
        noted.add(arguments);
    }

    /** Returns the lowest level above every recorded request that conflicts with a later request; 0 if no request does. */
    int after(Conflict conflict, Arguments later) {
        int level = 0;
        for (final Conflict.Rows both : conflict.rows()) {
            level = Math.max(level, (int) index(both.mine()).largest(later.hash(both.its())));
        }
        return level;
    }

    private RowIndex index(List<Integer> parameters) {
        for (final Index index : indexes) {
            if (index.rows.isOf(parameters)) {
                return upToDate(index);
            }
        }
        indexes.add(new Index(parameters));
        return upToDate(indexes.get(indexes.size() - 1));
    }

    private RowIndex upToDate(Index index) {
        for (; index.indexed < noted.size(); index.indexed++) {
            index.rows.raise(noted.get(index.indexed), after[index.indexed]);
        }
        return index.rows;
    }

    void clear() {
        noted.clear();
        for (final Index index : indexes) {
            index.rows.clear();
            index.indexed = 0;
        }
    }
}
