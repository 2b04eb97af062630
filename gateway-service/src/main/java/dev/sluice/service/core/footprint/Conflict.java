package dev.sluice.service.core.footprint;

import dev.sluice.internal.wire.Arguments;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The conflict of two footprints: their requests conflict never, always, or only if they may touch the same row. Two requests
 * touch different rows of a table if both bind the same column to different values. Immutable.
 *
 * @param always whether all requests of the two footprints conflict
 * @param rows if not all requests conflict: for each table that both footprints touch, the arguments that identify the row
 */
public record Conflict(boolean always, List<Rows> rows) {

    /** All requests of the two footprints conflict. */
    static final Conflict ALWAYS = new Conflict(true, List.of());

    /**
     * The columns of a table that both footprints bind.
     *
     * @param mine the numbers of the arguments that the first footprint binds to these columns
     * @param its the numbers of the arguments that the other footprint binds to the same columns
     */
    public record Rows(List<Integer> mine, List<Integer> its) {

        /** Returns the columns that both sets bind; empty if there is none. */
        static Optional<Rows> of(Set<Bound> here, Set<Bound> there) {
            final List<Bound[]> both = here.stream()
                    .flatMap(one -> there.stream()
                            .filter(other -> one.column().equals(other.column()))
                            .map(other -> new Bound[] {one, other}))
                    .sorted(Comparator.comparing(pair -> pair[0].column()))
                    .toList();
            return both.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Rows(
                            both.stream().map(pair -> pair[0].parameter()).toList(),
                            both.stream().map(pair -> pair[1].parameter()).toList()));
        }
    }

    /** Whether some requests of the two footprints conflict. */
    public boolean possible() {
        return always || !rows.isEmpty();
    }

    /**
     * Whether a request of the first footprint conflicts with a request of the other footprint.
     *
     * @param mine the arguments of the request of the first footprint
     * @param its the arguments of the request of the other footprint
     */
    public boolean between(Arguments mine, Arguments its) {
        return always || rows.stream().anyMatch(both -> mine.hash(both.mine()) == its.hash(both.its()));
    }
}
