package dev.sluice.perf.baseline;

import dev.sluice.perf.lab.Database;
import dev.sluice.perf.load.Mix;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Executes lookups and updates one at a time with plain JDBC, without queues and with one commit for each update. A job that uses
 * its database directly works like this.
 *
 * <p>The comparison is fair because the connection stays open, both statements stay prepared, and auto-commit saves the round
 * trips of BEGIN and COMMIT. Several updates in one transaction would be faster, but if one update failed, the whole transaction
 * would be lost.
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

    /** Executes all requests of a mix, and checks each result. */
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
