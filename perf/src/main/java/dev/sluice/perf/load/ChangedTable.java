package dev.sluice.perf.load;

import dev.sluice.perf.lab.Database;
import dev.sluice.perf.load.ChangeStream.Changes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The tables that the changes are applied to, and a model of the tables in plain Java. The balance of an account depends on the
 * order of the account's changes.
 */
public final class ChangedTable {

    private static final int PIECE = 100_000;
    private static final int FACTOR = 31;
    private static final int MODULUS = 1_000_003;
    /** Returns only the number of entries and a checksum of them, because fetching millions of rows would take too long. */
    private static final String ENTRIES =
            "SELECT COUNT(*), SUM(MOD(id * " + FACTOR + " + amount, " + MODULUS + ")) FROM sluice_perf_entry";

    private static final String ACCOUNTS = "SELECT balance FROM sluice_perf_account ORDER BY id";

    private ChangedTable() {}

    /** Creates the table for a kind of change: an empty table for inserts, and a table with all accounts for updates. */
    public static void create(Database database, Change kind) throws SQLException {
        if (kind == Change.INSERT) {
            database.execute("CREATE TABLE sluice_perf_entry(id BIGINT PRIMARY KEY, amount BIGINT)");
            return;
        }
        database.execute("CREATE TABLE sluice_perf_account(id BIGINT PRIMARY KEY, balance BIGINT)");
        try (Connection connection = database.connect();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO sluice_perf_account VALUES (?, 0)")) {
            connection.setAutoCommit(false);
            for (int id = 1; id <= Change.ACCOUNTS; id++) {
                insert.setLong(1, id);
                insert.addBatch();
            }
            insert.executeBatch();
            connection.commit();
        }
    }

    /**
     * Checks that the table contains exactly what the first changes of a stream produce when they are executed in order.
     *
     * @throws IllegalStateException if the contents differ
     */
    public static void check(Database database, ChangeStream stream, long changes, String variant) throws SQLException {
        if (!contents(database, stream.kind()).equals(expected(stream.again(), changes))) {
            throw new IllegalStateException(
                    "The table of '" + variant + "' differs from the result of " + changes + " changes made in order");
        }
    }

    private static List<Long> contents(Database database, Change kind) throws SQLException {
        final List<Long> contents = new ArrayList<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(kind == Change.INSERT ? ENTRIES : ACCOUNTS)) {
            while (rows.next()) {
                for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
                    contents.add(rows.getLong(column));
                }
            }
        }
        return contents;
    }

    private static List<Long> expected(ChangeStream stream, long count) {
        final long[] balances = new long[Change.ACCOUNTS];
        long sum = 0;
        while (stream.given() < count) {
            final Changes piece = stream.next((int) Math.min(PIECE, count - stream.given()));
            for (int i = 0; i < piece.count(); i++) {
                final long first = piece.first()[i];
                final long second = piece.second()[i];
                switch (stream.kind()) {
                    case INSERT -> sum += (first * FACTOR + second) % MODULUS;
                    case UPDATE -> balances[(int) second - 1] = first - balances[(int) second - 1];
                }
            }
        }
        return stream.kind() == Change.INSERT
                ? List.of(count, sum)
                : Arrays.stream(balances).boxed().toList();
    }
}
