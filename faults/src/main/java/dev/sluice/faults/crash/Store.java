package dev.sluice.faults.crash;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** One database. */
interface Store {

    /** Its URL for the gateway. */
    String url();

    String user();

    /** A connection to see what is in it while the gateway is dead, which leaves it as the gateway will find it. */
    Connection inspect() throws IOException, SQLException;

    /** Deletes it. */
    void drop() throws IOException, SQLException;

    /** Makes the tables. */
    static void fill(Connection connection) throws SQLException {
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
