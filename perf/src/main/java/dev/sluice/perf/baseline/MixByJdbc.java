package dev.sluice.perf.baseline;

import dev.sluice.perf.lab.Database;
import dev.sluice.perf.load.Mix;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Lookups and updates one at a time, by plain JDBC and without queues, one commit for each update: what a job does that asks
 * its database itself.
 *
 * <p>It is fair: the connection stays open, both statements prepared, and auto-commit saves the round trips of begin and
 * commit. Updates in larger transactions would be faster, and lost together when one of them fails.
 */
public final class MixByJdbc implements AutoCloseable {

    private final Connection connection;
    private final PreparedStatement lookup;
    private final PreparedStatement update;

    public MixByJdbc(Database database, Mix mix) throws SQLException {
        connection = database.connect();
        lookup = connection.prepareStatement(mix.lookupSql());
        update = connection.prepareStatement(mix.updateSql());
    }

    /** Asks them all, and checks each answer. */
    public void ask(Mix mix) throws SQLException {
        for (int i = 0; i < mix.count(); i++) {
            if (mix.updates()[i]) {
                update.setLong(1, mix.keys()[i]);
                mix.checkUpdated(i, update.executeUpdate());
                continue;
            }
            lookup.setLong(1, mix.keys()[i]);
            try (ResultSet row = lookup.executeQuery()) {
                row.next();
                mix.check(i, row.getLong(1));
            }
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
