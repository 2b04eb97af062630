package dev.sluice.perf.baseline;

import dev.sluice.perf.lab.Database;
import dev.sluice.perf.load.Change;
import dev.sluice.perf.load.ChangeStream.Changes;
import dev.sluice.perf.load.ChangesByHand;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Executes one statement and one commit for each change, with plain JDBC and without queues. A service that makes one change at a
 * time cannot be faster than this.
 *
 * <p>The comparison is fair because the connection stays open, the statement stays prepared, and auto-commit saves the round trip
 * of a commit. This class uses one connection and one thread. With a pool of connections, the database could group commits, but
 * changes of the same row would be made in any order.
 */
public final class CommitEach implements ChangesByHand {

    private final Connection connection;
    private final PreparedStatement statement;

    public CommitEach(Database database, Change kind) throws SQLException {
        connection = database.connect();
        statement = connection.prepareStatement(kind.sql());
    }

    @Override
    public void make(Changes changes) throws SQLException {
        for (int i = 0; i < changes.count(); i++) {
            statement.setLong(1, changes.first()[i]);
            statement.setLong(2, changes.second()[i]);
            final int count = statement.executeUpdate();
            if (count != 1) {
                throw new IllegalStateException("Change " + i + " changed " + count + " rows");
            }
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
