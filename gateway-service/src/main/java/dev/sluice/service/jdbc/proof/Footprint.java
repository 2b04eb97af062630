package dev.sluice.service.jdbc.proof;

import dev.sluice.service.core.footprint.Bound;
import dev.sluice.service.core.footprint.TableName;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * All that a statement touches, and what it may share without anybody being able to tell, as far as the catalog of its
 * database proves it. What is not proved has a reason: words for an operator, such as {@code trigger audit on orders}.
 *
 * @param reads the tables that it reads, those of views and functions too
 * @param writes the tables that it writes, by cascades too
 * @param ownTransaction why it gets a transaction of its own; empty if it may share one with other updates
 * @param noSet why updates of different rows may not become one statement; empty if the catalog allows it
 * @param noCall why requests may not share a call, nor equal keys an answer: something that it calls is volatile, writes, locks
 *     rows, or is not known; empty if nobody can tell
 */
public record Footprint(
        Tables reads, Tables writes, Optional<String> ownTransaction, Optional<String> noSet, Optional<String> noCall) {

    /**
     * Rows of a table.
     *
     * @param bounds the columns that have arguments in all of them; empty if it may be any row
     * @param whole why it may be any row, in words; empty if bounds say which
     */
    public record Rows(Set<Bound> bounds, Optional<String> whole) {

        public Rows {
            bounds = Set.copyOf(bounds);
        }

        public static Rows whole(String reason) {
            return new Rows(Set.of(), Optional.of(reason));
        }

        /** Whether requests conflict by row and by which columns, or why they conflict by table. */
        @Override
        public String toString() {
            return whole.map(reason -> "by table: " + reason)
                    .orElseGet(() -> "by row: "
                            + bounds.stream()
                                    .map(Bound::column)
                                    .distinct()
                                    .sorted()
                                    .collect(Collectors.joining(", ")));
        }
    }

    /**
     * Tables of a database.
     *
     * @param everything why it may be any table; then the tables are those that are known all the same
     */
    public record Tables(Map<TableName, Rows> rows, Optional<String> everything) {

        public Tables {
            rows = Map.copyOf(rows);
        }

        static Tables any(String reason) {
            return new Tables(Map.of(), Optional.of(reason));
        }

        public Set<TableName> names() {
            return rows.keySet();
        }

        /** The tables with what binds their rows, as requests are put in order by them; empty if it may be any table. */
        public Optional<Map<TableName, Set<Bound>>> bounds() {
            return everything.isPresent()
                    ? Optional.empty()
                    : Optional.of(rows.entrySet().stream()
                            .collect(Collectors.toUnmodifiableMap(
                                    Map.Entry::getKey, entry -> entry.getValue().bounds())));
        }
    }

    /**
     * A footprint, and when it was found. Immutable; any thread.
     *
     * @param changes the changes of the schema that it knows
     */
    public record Proof(Footprint footprint, long sinceNanos, int changes) {}

    /** A volatile function may read what others change without writing tables: the number that a sequence gives next. */
    Footprint orderedIfVolatile() {
        final Optional<String> everything = reads.everything().or(() -> noCall);
        return new Footprint(new Tables(reads.rows(), everything), writes, ownTransaction, noSet, noCall);
    }

    /** The footprint of a statement of which nothing is proved, for one reason. */
    public static Footprint unproved(String reason) {
        final Tables any = Tables.any(reason);
        final Optional<String> why = Optional.of(reason);
        return new Footprint(any, any, why, why, why);
    }
}
