package dev.sluice.perf.load;

import dev.sluice.perf.load.ChangeStream.Changes;
import java.sql.SQLException;

/** A hand-written baseline that executes changes without queues. Not thread-safe. */
public interface ChangesByHand extends AutoCloseable {

    /**
     * Executes the changes. The result is the same as if they were executed in the given order. When this method returns, all
     * changes are durable.
     *
     * @throws IllegalStateException if a change did not change exactly one row
     */
    void make(Changes changes) throws SQLException;

    @Override
    void close() throws SQLException;
}
