package dev.sluice.perf.kafka;

import dev.sluice.perf.lab.Database;
import java.sql.SQLException;
import java.util.Random;

/**
 * A row of the table that is asked, whose content follows from its key: so each answer is known before.
 *
 * @param owner a text
 * @param balance a number
 */
record Account(String owner, long balance) {

    /** The name of the lookup, and of the table. */
    static final String LOOKUP = "account";

    static final String BY_ID = "SELECT owner, balance FROM account WHERE id = ?";

    static final int ROWS = 100_000;

    /** The row with that key. */
    static Account of(long id) {
        return new Account("owner " + id, 7 * id);
    }

    /** Makes the table in an empty database. */
    static void makeAll(Database database) throws SQLException {
        database.execute(
                "CREATE TABLE account (id BIGINT PRIMARY KEY, owner TEXT NOT NULL, balance BIGINT NOT NULL)",
                "INSERT INTO account SELECT id, 'owner ' || id, 7 * id FROM generate_series(1, " + ROWS + ") AS id",
                "VACUUM ANALYZE account");
    }

    /** So many keys, any of which may come again. */
    static long[] ids(int count, Random random) {
        return random.longs(count, 1, ROWS + 1L).toArray();
    }

    /** @throws IllegalStateException if this is not the row with that key */
    void checkIs(long id, String where) {
        if (!equals(of(id))) {
            throw new IllegalStateException(where + " is " + this + ", and was to be " + of(id));
        }
    }
}
