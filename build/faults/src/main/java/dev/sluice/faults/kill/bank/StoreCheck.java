package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.Stores.Store;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;

/** Compares the content of a lane's tables in a database with the model, while no gateway runs. For one thread. */
record StoreCheck(String name, Store store, int lane, Bank bank, BrokenPromises findings) {

    private static final int SHOWN = 20;

    /**
     * Checks after a kill that the tables contain every answered update, and none twice.
     *
     * @param answered the number of the last answered request
     * @return the number of committed entries without a result, because the kill came between commit and result
     */
    long afterKill(long answered) throws IOException, SQLException {
        try (Connection connection = store.inspect()) {
            checkLedger(connection, answered);
            return number(connection, "COUNT(*)", "id > ?", answered);
        }
    }

    /** Checks, once all requests are answered, that the tables have exactly the content of the model. */
    void atEnd() throws IOException, SQLException {
        try (Connection connection = store.inspect()) {
            checkLedger(connection, Long.MAX_VALUE);
            Store.numbers(connection, "SELECT id, n FROM " + Operation.table("account", lane))
                    .forEach((account, n) -> checkAccount(Math.toIntExact(account), n));
        }
    }

    private void checkAccount(int account, long n) {
        if (n != bank.account(account)) {
            findings.add(
                    Kind.WRONG,
                    name + ": account " + account + " has " + n + " but must have " + bank.account(account));
        }
    }

    private void checkLedger(Connection connection, long answered) throws SQLException {
        final Set<Long> twice = Store.numbers(
                        connection, "SELECT id, COUNT(*) FROM " + ledger() + " GROUP BY id HAVING COUNT(*) > 1")
                .keySet();
        if (!twice.isEmpty()) {
            findings.add(
                    Kind.APPLIED_TWICE,
                    twice.size(),
                    name + ": " + twice.size() + " entries exist twice; the numbers of their requests are: "
                            + twice.stream().limit(SHOWN).toList() + "; answered up to " + answered);
        }
        final long entries = number(connection, "COUNT(DISTINCT id)", "id <= ?", answered);
        if (entries != bank.entries()) {
            findings.add(
                    entries < bank.entries() ? Kind.NOT_APPLIED : Kind.WRONG,
                    Math.abs(bank.entries() - entries),
                    name + ": there are " + entries + " entries of answered requests, but must be " + bank.entries());
        }
        final long amounts = number(connection, "CAST(COALESCE(SUM(amount), 0) AS BIGINT)", "id <= ?", answered);
        if (twice.isEmpty() && amounts != bank.amounts()) {
            findings.add(
                    Kind.WRONG, name + ": the sum of the entries is " + amounts + " but must be " + bank.amounts());
        }
    }

    private String ledger() {
        return Operation.table("ledger", lane);
    }

    /** Returns a number over the entries of the ledger that satisfy a condition. */
    private long number(Connection connection, String number, String condition, long argument) throws SQLException {
        return Store.numbers(connection, "SELECT 0, " + number + " FROM " + ledger() + " WHERE " + condition, argument)
                .get(0L);
    }
}
