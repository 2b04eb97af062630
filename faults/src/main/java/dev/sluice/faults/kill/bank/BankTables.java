package dev.sluice.faults.kill.bank;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** The tables of a {@link Bank}. */
final class BankTables {

    private BankTables() {}

    /** Makes them, and fills them. */
    static void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE account (id BIGINT PRIMARY KEY, n BIGINT NOT NULL, CONSTRAINT enough CHECK (n >= 0))");
            statement.execute("CREATE TABLE item (id BIGINT PRIMARY KEY, label BIGINT NOT NULL)");
            // Without a key, so that an entry made twice is two rows.
            statement.execute(
                    "CREATE TABLE ledger (id BIGINT NOT NULL, account BIGINT NOT NULL, amount BIGINT NOT NULL)");
            statement.execute("CREATE INDEX ledger_id ON ledger (id)");
            for (int account = 0; account < Workload.ACCOUNTS; account++) {
                statement.execute("INSERT INTO account VALUES (" + account + ", 0)");
            }
            for (int item = 0; item < Workload.ITEMS; item++) {
                statement.execute("INSERT INTO item VALUES (" + item + ", " + Bank.label(item) + ")");
            }
        }
    }
}
