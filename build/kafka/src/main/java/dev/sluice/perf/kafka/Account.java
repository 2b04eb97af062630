package dev.sluice.perf.kafka;

import dev.sluice.perf.lab.Database;
import java.sql.SQLException;
import java.util.Random;

/** A row of the queried table. Its values are computed from its key, so that the right answer is known in advance. */
record Account(String owner, long balance) {

    /** The name of the lookup, and of the table. */
    static final String LOOKUP = "account";

    static final String BY_ID = "SELECT owner, balance FROM account WHERE id = ?";

    static final int ROWS = 100_000;

    /** Returns the row with the given key. */
    static Account of(long id) {
        return new Account("owner " + id, 7 * id);
    }

    /** Creates the table with all rows in an empty database. */
    static void makeAll(Database database) throws SQLException {
        database.execute(
                "CREATE TABLE account (id BIGINT PRIMARY KEY, owner TEXT NOT NULL, balance BIGINT NOT NULL)",
                "INSERT INTO account SELECT id, 'owner ' || id, 7 * id FROM generate_series(1, " + ROWS + ") AS id",
                "VACUUM ANALYZE account");
    }

    /** Returns the given number of random keys, which may contain duplicates. */
    static long[] ids(int count, Random random) {
        return random.longs(count, 1, ROWS + 1L).toArray();
    }

    /** @throws IllegalStateException if this is not the row with the given key */
    void checkIs(long id, String where) {
        if (!equals(of(id))) {
            throw new IllegalStateException(where + " is " + this + ", but should be " + of(id));
        }
    }
}
