package dev.sluice.perf.burst;

import dev.sluice.perf.load.Changes;
import dev.sluice.perf.load.ChangesByHand;
import java.sql.SQLException;
import java.util.Optional;

/** Makes changes in the way of one variant. */
interface Maker extends AutoCloseable {

    /** Makes them, until every one is durable and the job knows. */
    Burst make(Changes changes) throws Exception;

    @Override
    void close() throws SQLException;

    /** One without queues. */
    record ByHand(ChangesByHand way) implements Maker {

        @Override
        public Burst make(Changes changes) throws Exception {
            final long start = System.nanoTime();
            way.make(changes);
            return new Burst((System.nanoTime() - start) / 1e3 / changes.count(), Optional.empty());
        }

        @Override
        public void close() throws SQLException {
            way.close();
        }
    }
}
