package dev.sluice.perf.load;

import dev.sluice.perf.lab.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The table that updates change. What is left in an account depends on the order of its updates. */
public final class Accounts {

    public static final int COUNT = 10_000;

    private static final int FACTOR = 31;
    private static final int MODULUS = 1_000_003;

    static final String FOLD =
            "UPDATE sluice_perf_account SET balance = MOD(balance * " + FACTOR + " + ?, " + MODULUS + ") WHERE id = ?";

    private Accounts() {}

    static void create(Database database) throws SQLException {
        database.execute("CREATE TABLE sluice_perf_account(id BIGINT PRIMARY KEY, balance BIGINT)");
        try (Connection connection = database.connect();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO sluice_perf_account VALUES (?, 0)")) {
            connection.setAutoCommit(false);
            for (int id = 1; id <= COUNT; id++) {
                insert.setLong(1, id);
                insert.addBatch();
            }
            insert.executeBatch();
            connection.commit();
        }
    }

    /** What all accounts hold, in a form to be compared. */
    static Asked contents(Database database) throws SQLException {
        final Asked contents = new Asked();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT balance FROM sluice_perf_account ORDER BY id")) {
            while (rows.next()) {
                contents.value(rows.getLong(1));
                contents.answered();
            }
        }
        return contents;
    }

    /** The table as plain Java. */
    static final class Model implements ChangeStream.Expected {

        private final boolean fold;
        private final long[] balances = new long[COUNT];

        Model(Change kind) {
            fold = kind == Change.UPDATE_BY_FUNCTION;
        }

        @Override
        public void change(long amount, long id) {
            final int place = (int) id - 1;
            balances[place] = fold ? (balances[place] * FACTOR + amount) % MODULUS : amount - balances[place];
        }

        @Override
        public Asked contents() {
            final Asked contents = new Asked();
            for (final long balance : balances) {
                contents.value(balance);
                contents.answered();
            }
            return contents;
        }
    }
}
