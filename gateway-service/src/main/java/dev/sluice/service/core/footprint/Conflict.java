package dev.sluice.service.core.footprint;

import dev.sluice.internal.wire.Arguments;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which requests of one footprint conflict with those of another: none, all, or those that may touch one row. Two are apart
 * in a table if a column that both bind has another value in each. Immutable.
 *
 * @param always whether all of them conflict
 * @param rows otherwise, for each table that both touch, the arguments by which requests are told apart
 */
public record Conflict(boolean always, List<Rows> rows) {

    /** All of them conflict. */
    static final Conflict ALWAYS = new Conflict(true, List.of());

    /**
     * The columns of a table that both bind.
     *
     * @param mine the numbers of the arguments of the one
     * @param its those of the other, for the same columns
     */
    public record Rows(List<Integer> mine, List<Integer> its) {

        /** Empty if there is no such column. */
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

    /** Whether some requests conflict. */
    public boolean possible() {
        return always || !rows.isEmpty();
    }

    /** Whether a request with these arguments conflicts with one of the other footprint. */
    public boolean between(Arguments mine, Arguments its) {
        return always || rows.stream().anyMatch(both -> mine.hash(both.mine()) == its.hash(both.its()));
    }
}
