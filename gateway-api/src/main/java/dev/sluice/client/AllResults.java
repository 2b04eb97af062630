package dev.sluice.client;

import dev.sluice.api.Results;
import dev.sluice.transport.ResultReader;

/**
 * Reads the results of all clients' requests, from {@link GatewayClient#results()}. One thread: the first that reads.
 *
 * <p>A result that a handler throws on stays unread, and comes again.
 */
public final class AllResults implements AutoCloseable {

    private final ResultReader reader;

    AllResults(ResultReader reader) {
        this.reader = reader;
    }

    /** Goes back to the first result there is. */
    public AllResults toStart() {
        reader.toStart();
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
        return reader.poll(handler, limit);
    }

    @Override
    public void close() {
        reader.close();
    }
}
