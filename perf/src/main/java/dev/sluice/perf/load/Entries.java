package dev.sluice.perf.load;

import dev.sluice.perf.lab.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The table that gets new rows. */
final class Entries {

    private static final int FACTOR = 31;
    private static final int MODULUS = 1_000_003;
    private static final String SUM =
            "SELECT COUNT(*), SUM(MOD(id * " + FACTOR + " + amount, " + MODULUS + ")) FROM sluice_perf_entry";

    private Entries() {}

    static void create(Database database) throws SQLException {
        database.execute("CREATE TABLE sluice_perf_entry(id BIGINT PRIMARY KEY, amount BIGINT)");
    }

    /** How many rows, and a sum over all: millions of rows would take long to fetch. */
    static Asked contents(Database database) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet sums = statement.executeQuery(SUM)) {
            sums.next();
            return asked(sums.getLong(1), sums.getLong(2));
        }
    }

    private static Asked asked(long count, long sum) {
        final Asked asked = new Asked();
        asked.value(count);
        asked.value(sum);
        asked.answered();
        return asked;
    }

    /** The table as plain Java. */
    static final class Model implements ChangeStream.Expected {

        private long count;
        private long sum;

        @Override
        public void change(long id, long amount) {
            count++;
            sum += (id * FACTOR + amount) % MODULUS;
        }

        @Override
        public Asked contents() {
            return asked(count, sum);
        }
    }
}
