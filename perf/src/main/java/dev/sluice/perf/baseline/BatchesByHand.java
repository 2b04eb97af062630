package dev.sluice.perf.baseline;

import dev.sluice.perf.lab.Database;
import dev.sluice.perf.load.Change;
import dev.sluice.perf.load.ChangeStream.Changes;
import dev.sluice.perf.load.ChangesByHand;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Makes changes in JDBC batches, and commits each batch as one transaction. Authors of jobs write this by hand when one commit
 * for each change is too slow.
 *
 * <p>The comparison is fair because nothing is between the job and the driver, and the statement stays prepared. Compared with
 * one commit for each change, this variant has two drawbacks: a bad change makes its whole batch fail, and after a crash nobody
 * knows which batches were committed.
 *
 * <p>What could be tuned: only the batch size.
 */
public final class BatchesByHand implements ChangesByHand {

    private final Connection connection;
    private final PreparedStatement statement;
    private final int size;

    public BatchesByHand(Database database, Change kind, int size) throws SQLException {
        this.connection = database.connect();
        this.statement = connection.prepareStatement(kind.sql());
        this.size = size;
        connection.setAutoCommit(false);
    }

    @Override
    public void make(Changes changes) throws SQLException {
        for (int i = 0; i < changes.count(); i++) {
            statement.setLong(1, changes.first()[i]);
            statement.setLong(2, changes.second()[i]);
            statement.addBatch();
            if ((i + 1) % size == 0 || i + 1 == changes.count()) {
                commit();
            }
        }
    }

    private void commit() throws SQLException {
        for (final int count : statement.executeBatch()) {
            if (count != 1) {
                throw new IllegalStateException("A change in a batch changed " + count + " rows, not 1");
            }
        }
        connection.commit();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
