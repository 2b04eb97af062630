package dev.sluice.perf.load;

import dev.sluice.perf.load.ChangeStream.Changes;
import java.sql.SQLException;

/** A way to make changes without queues, as one would write it by hand. One thread. */
public interface ChangesByHand extends AutoCloseable {

    /**
     * Makes them, in their order as far as that shows, each durable when this returns.
     *
     * @throws IllegalStateException if a change did not change exactly one row
     */
    void make(Changes changes) throws SQLException;

    @Override
    void close() throws SQLException;
}
