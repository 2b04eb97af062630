package dev.sluice.service.jdbc.proof;

import dev.sluice.service.core.footprint.Bound;
import dev.sluice.service.core.footprint.TableName;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The tables that a statement touches, and whether it may share a transaction, a call or one statement with other requests
 * without a visible difference, as far as the database's catalog proves this. If one of these is not proved, the reason is a
 * phrase for operators, such as {@code trigger audit on orders}.
 *
 * @param reads the tables that it reads, also through views and functions
 * @param writes the tables that it writes, also through cascades
 * @param ownTransaction the reason why the statement needs its own transaction; empty if it may share one with other updates
 * @param noSet the reason why updates of different rows may not become one statement; empty if the catalog allows that
 * @param noCall the reason why requests may not share a call, and requests with equal keys may not share a result; empty if both
 *     are allowed. For example, the statement locks rows, or calls a function that is volatile, writes or is unknown
 */
public record Footprint(
        Tables reads, Tables writes, Optional<String> ownTransaction, Optional<String> noSet, Optional<String> noCall) {

    /**
     * The rows of a table that a statement touches.
     *
     * @param bounds the columns that equal an argument in each of these rows; empty if any row may be touched
     * @param whole the reason why any row may be touched; empty if there are bounds
     */
    public record Rows(Set<Bound> bounds, Optional<String> whole) {

        public Rows {
            bounds = Set.copyOf(bounds);
        }

        public static Rows whole(String reason) {
            return new Rows(Set.of(), Optional.of(reason));
        }

        /** Returns the columns by which requests conflict by row, or the reason why they conflict by table. */
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
     * The tables that a statement touches.
     *
     * @param rows the tables that are known, with the rows touched in each
     * @param everything the reason why any other table may be touched, too; empty if only the known tables are touched
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

        /** Returns the tables with the bounds of their rows, for the order of requests; empty if any table may be touched. */
        public Optional<Map<TableName, Set<Bound>>> bounds() {
            return everything.isPresent()
                    ? Optional.empty()
                    : Optional.of(rows.entrySet().stream()
                            .collect(Collectors.toUnmodifiableMap(
                                    Map.Entry::getKey, entry -> entry.getValue().bounds())));
        }
    }

    /**
     * A footprint that was found in the catalog, and the time at which it was found. Immutable; any thread.
     *
     * @param sinceNanos the time at which the footprint was found
     * @param changes the number of schema changes before that time
     */
    public record Proof(Footprint footprint, long sinceNanos, int changes) {}

    /**
     * Treats a volatile read as a read of every table, because it may read state that is in no table, such as a sequence's next
     * number.
     */
    Footprint orderedIfVolatile() {
        final Optional<String> everything = reads.everything().or(() -> noCall);
        return new Footprint(new Tables(reads.rows(), everything), writes, ownTransaction, noSet, noCall);
    }

    /** Returns the footprint of a statement about which nothing is proved, with the reason. */
    public static Footprint unproved(String reason) {
        final Tables any = Tables.any(reason);
        final Optional<String> why = Optional.of(reason);
        return new Footprint(any, any, why, why, why);
    }
}
