package dev.sluice.service.jdbc.proof;

import dev.sluice.service.core.TableName;
import java.util.Optional;
import java.util.Set;

/**
 * What a statement touches, and what it may share without anybody being able to tell, as far as the catalog of its
 * database proves it. What is not proved has a reason: words for an operator, such as {@code trigger audit on orders}.
 *
 * @param reads the tables that it reads, behind views and in functions too
 * @param writes the tables that it writes, by cascades too
 * @param ownTransaction why it gets a transaction of its own; empty if it may share one with other updates
 * @param noSet why updates of different rows may not become one statement; empty if the catalog allows it
 * @param noCall why requests may not share a call, nor equal keys an answer: something that it calls is volatile, writes, locks
 *     rows, or is not known; empty if nobody can tell
 * @param session the state of the session that it reads, in words; empty if it reads none
 */
public record Footprint(
        Tables reads,
        Tables writes,
        Optional<String> ownTransaction,
        Optional<String> noSet,
        Optional<String> noCall,
        Optional<String> session) {

    /**
     * Tables of a database.
     *
     * @param everything why it may be any table; then the names are those that are known all the same
     */
    public record Tables(Set<TableName> names, Optional<String> everything) {

        public Tables {
            names = Set.copyOf(names);
        }

        static Tables any(String reason) {
            return new Tables(Set.of(), Optional.of(reason));
        }
    }

    /** The footprint of a statement of which nothing is proved, for one reason. */
    public static Footprint unproved(String reason) {
        final Tables any = Tables.any(reason);
        final Optional<String> why = Optional.of(reason);
        return new Footprint(any, any, why, why, why, Optional.empty());
    }
}
