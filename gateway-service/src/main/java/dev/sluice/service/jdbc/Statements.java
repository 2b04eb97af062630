package dev.sluice.service.jdbc;

import dev.sluice.service.config.TransactionMode;
import java.util.Set;

/** What declared statements and ad hoc ones have in common. */
final class Statements {

    private static final int SHOWN = 100;

    /** What would change how later requests run, on whatever connection they meet it. */
    private static final Set<String> SESSION_WORDS = Set.of("SET", "RESET", "DISCARD", "USE");

    private Statements() {}

    /**
     * Whether it writes.
     *
     * @throws IllegalArgumentException if it would steer the gateway's own transactions
     */
    static boolean update(SqlText text) {
        if (text.kind() == SqlText.Kind.TRANSACTION) {
            throw new IllegalArgumentException(
                    text.firstKeyword() + " steers transactions, which is the gateway's own business");
        }
        if (SESSION_WORDS.contains(text.firstKeyword())) {
            throw new IllegalArgumentException(
                    text.firstKeyword() + " changes the session, which the gateway shares among all requests");
        }
        if (keepsHalves(text)) {
            throw new IllegalArgumentException(
                    "OR FAIL keeps what a statement did before it failed, and the gateway rolls"
                            + " back what fails; use OR ABORT, which is the default, or OR IGNORE");
        }
        return text.kind() != SqlText.Kind.QUERY || text.writes();
    }

    /** SQLite's INSERT OR FAIL and UPDATE OR FAIL. */
    private static boolean keepsHalves(SqlText text) {
        final int or = text.words().indexOf("OR");
        return or > 0
                && or + 1 < text.words().size()
                && Set.of("INSERT", "UPDATE").contains(text.words().get(or - 1))
                && text.words().get(or + 1).equals("FAIL");
    }

    /** Whether an update may give rows, as RETURNING does: their number is its count, and it cannot be batched. */
    static boolean givesRows(SqlText text) {
        return text.kind() == SqlText.Kind.QUERY || text.words().contains("RETURNING");
    }

    /** The most questions of it in one call. */
    static int callLimit(SqlText text, JdbcDatabases.Target target, int chunkLimit) {
        if (text.kind() == SqlText.Kind.OTHER) {
            return 1;
        }
        if (!update(text)) {
            return chunkLimit;
        }
        // With a transaction each, the limit only says how many are answered in one go.
        return target.config().transaction() == TransactionMode.EACH
                ? chunkLimit
                : target.config().updatesPerTransaction();
    }

    static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    /** A name as messages show it: it may be a long statement. */
    static String shown(String name) {
        return name.length() <= SHOWN ? name : name.substring(0, SHOWN) + "…";
    }
}
