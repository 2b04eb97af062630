package dev.sluice.perf.load;

import dev.sluice.perf.load.ChangeStream.Changes;
import java.sql.SQLException;

/** A hand-written baseline that executes changes without queues. One thread. */
public interface ChangesByHand extends AutoCloseable {

    /**
     * Executes the changes. Their effect is the same as in the given order, and all of them are durable when this returns.
     *
     * @throws IllegalStateException if a change did not change exactly one row
     */
    void make(Changes changes) throws SQLException;

    @Override
    void close() throws SQLException;
}
