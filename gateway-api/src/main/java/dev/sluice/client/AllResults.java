package dev.sluice.client;

import dev.sluice.api.Results;
import dev.sluice.transport.ResultReader;
import java.util.List;

/**
 * Reads the results of all clients' requests, from {@link GatewayClient#results()}. One thread: the first that reads. Results of
 * one lane come in their order.
 *
 * <p>A result that a handler throws on stays unread, and comes again.
 */
public final class AllResults implements AutoCloseable {

    private final List<? extends ResultReader> lanes;
    private int next;

    AllResults(List<? extends ResultReader> lanes) {
        this.lanes = lanes;
    }

    /** Goes back to the first result there is. */
    public AllResults toStart() {
        lanes.forEach(ResultReader::toStart);
        return this;
    }

    /**
     * Hands over the results that are there; never waits.
     *
     * @param limit the most results to hand over
     * @return how many were handed over
     * @throws dev.sluice.api.QueueException if a document is no result or is damaged, or if results are missing; the
     *     reader stays before it
     */
    public int poll(Results handler, int limit) {
        int handed = 0;
        for (int looked = 0; looked < lanes.size() && handed < limit; looked++) {
            final ResultReader reader = lanes.get(next);
            next = (next + 1) % lanes.size();
            handed += reader.poll(handler, limit - handed);
        }
        return handed;
    }

    @Override
    public void close() {
        lanes.forEach(ResultReader::close);
    }
}
