package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.Stores.Store;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Compares the content of a lane's tables in a database with the model, while no gateway runs. For one thread. */
record StoreCheck(String name, Store store, int lane, Bank bank, BrokenPromises findings) {

    /**
     * Checks after a kill that the tables contain every answered update, and none twice.
     *
     * @param answered the number of the last answered request
     * @return the number of committed entries without a result, because the kill came between commit and result
     */
    long afterKill(long answered) throws IOException, SQLException {
        try (Connection connection = store.inspect()) {
            checkLedger(connection, answered);
            return number(connection, "SELECT COUNT(*) FROM " + ledger() + " WHERE id > ?", answered);
        }
    }

    /** Checks, once all requests are answered, that the tables have exactly the content of the model. */
    void atEnd() throws IOException, SQLException {
        try (Connection connection = store.inspect()) {
            checkLedger(connection, Long.MAX_VALUE);
            for (int account = 0; account < Workload.ACCOUNTS; account++) {
                final long n = number(
                        connection, "SELECT n FROM " + Operation.table("account", lane) + " WHERE id = ?", account);
                if (n != bank.account(account)) {
                    findings.add(
                            Kind.WRONG,
                            name + ": account " + account + " has " + n + " but must have " + bank.account(account));
                }
            }
        }
    }

    private void checkLedger(Connection connection, long answered) throws SQLException {
        final List<Long> twice = twice(connection);
        if (!twice.isEmpty()) {
            findings.add(
                    Kind.APPLIED_TWICE,
                    twice.size(),
                    name + ": " + twice.size() + " entries exist twice; the numbers of their requests are: "
                            + twice.subList(0, Math.min(twice.size(), 20)) + "; answered up to " + answered);
        }
        final long entries =
                number(connection, "SELECT COUNT(DISTINCT id) FROM " + ledger() + " WHERE id <= ?", answered);
        if (entries != bank.entries()) {
            findings.add(
                    entries < bank.entries() ? Kind.NOT_APPLIED : Kind.WRONG,
                    Math.abs(bank.entries() - entries),
                    name + ": there are " + entries + " entries of answered requests, but must be " + bank.entries());
        }
        final long amounts = number(
                connection,
                "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM " + ledger() + " WHERE id <= ?",
                answered);
        if (twice.isEmpty() && amounts != bank.amounts()) {
            findings.add(
                    Kind.WRONG, name + ": the sum of the entries is " + amounts + " but must be " + bank.amounts());
        }
    }

    private String ledger() {
        return Operation.table("ledger", lane);
    }

    private List<Long> twice(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                        "SELECT id FROM " + ledger() + " GROUP BY id HAVING COUNT(*) > 1 ORDER BY id");
                ResultSet rows = statement.executeQuery()) {
            final List<Long> twice = new ArrayList<>();
            while (rows.next()) {
                twice.add(rows.getLong(1));
            }
            return twice;
        }
    }

    private static long number(Connection connection, String sql, long argument) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, argument);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getLong(1);
            }
        }
    }
}
