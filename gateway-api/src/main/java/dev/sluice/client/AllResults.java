package dev.sluice.client;

import dev.sluice.api.Results;
import dev.sluice.transport.ResultReader;
import java.util.List;

/**
 * Reads the results of the requests of all clients. Opened by {@link GatewayClient#results()}. Only the first thread that reads
 * may use this object. The results of one lane come in request order.
 *
 * <p>If a handler throws, the result stays unread, and the next poll passes it to the handler again.
 */
public final class AllResults implements AutoCloseable {

    private final List<? extends ResultReader> lanes;
    private int next;

    AllResults(List<? extends ResultReader> lanes) {
        this.lanes = lanes;
    }

    /** Goes back to the first existing result. */
    public AllResults toStart() {
        lanes.forEach(ResultReader::toStart);
        return this;
    }

    /**
     * Passes the results that exist now to the handler, without waiting.
     *
     * @param limit the maximum number of results to pass to the handler
     * @return the number of results that the handler got
     * @throws dev.sluice.api.QueueException if a document is not a result or is damaged, or if results are missing; the
     *     reader then stays in front of that document or gap
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
