package dev.sluice.perf.load;

import dev.sluice.perf.system.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Random;

/** The table that lookups ask: {@code sluice_perf_customer(id, first_name, last_name)}, ids from 1. */
public final class Customers {

    public static final String ONE = "SELECT first_name, last_name FROM sluice_perf_customer WHERE id = ?";
    public static final String BY_HAND_POSTGRESQL =
            "SELECT id, first_name, last_name FROM sluice_perf_customer WHERE id = ANY(?)";
    public static final String BY_HAND_HSQLDB =
            "SELECT id, first_name, last_name FROM sluice_perf_customer WHERE id IN (UNNEST(?))";

    private static final int BATCH = 1000;
    private static final String[] FIRST = {"Ada", "Björn", "Chloé", "Dmitri", "Eun-ji", "Fatima", "Grace", "Hugo"};
    private static final String[] LAST = {"Meyer", "Rossi", "O'Neill", "Yılmaz", "Novák", "Silva", "Tanaka", "Haddad"};

    private Customers() {}

    /** Makes the table, replacing one of an earlier run. */
    public static void create(Database database, int rows, long seed) throws SQLException {
        drop(database);
        database.execute("CREATE TABLE sluice_perf_customer("
                + "id BIGINT PRIMARY KEY, first_name VARCHAR(40), last_name VARCHAR(40))");
        final Random random = new Random(seed);
        try (Connection connection = database.connect();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO sluice_perf_customer VALUES (?, ?, ?)")) {
            connection.setAutoCommit(false);
            for (int id = 1; id <= rows; id++) {
                insert.setLong(1, id);
                insert.setString(2, FIRST[random.nextInt(FIRST.length)]);
                insert.setString(3, LAST[random.nextInt(LAST.length)] + " " + id);
                insert.addBatch();
                if (id % BATCH == 0 || id == rows) {
                    insert.executeBatch();
                }
            }
            connection.commit();
        }
        if (database.postgresql()) {
            database.execute("VACUUM ANALYZE sluice_perf_customer");
        }
    }

    public static void drop(Database database) throws SQLException {
        database.execute("DROP TABLE IF EXISTS sluice_perf_customer");
    }

    /** Random ids of the table. */
    public static long[] keys(int count, int rows, long seed) {
        return new Random(seed).longs(count, 1, rows + 1L).toArray();
    }
}
