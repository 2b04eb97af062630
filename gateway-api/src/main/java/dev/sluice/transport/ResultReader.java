package dev.sluice.transport;

import dev.sluice.api.QueueException;
import dev.sluice.api.Results;
import dev.sluice.internal.wire.ResultFrame;

/**
 * Reads results in their order. Only the first thread that reads may use it.
 *
 * <p>If a handler throws, the result stays unread, and the next poll passes it to the handler again. A named reader records its
 * place each time the handler of a result has returned. So after a kill the handler may get the last result again, but no result
 * is skipped.
 */
public interface ResultReader extends AutoCloseable {

    /** Receives each result with its index. */
    @FunctionalInterface
    interface Receiver {
        void result(long index, ResultFrame result);
    }

    /**
     * Passes the existing results to the handler, without waiting.
     *
     * @param limit the greatest number of results to pass to the handler
     * @return the number of results that the handler got
     * @throws QueueException if a document is not a result or is damaged, or if results are missing or cannot be reached; the
     *     reader then stays in front of that document or gap
     */
    default int poll(Results handler, int limit) {
        return poll((index, result) -> result.deliver(handler), limit);
    }

    /** Does the same as {@link #poll(Results, int)}, but passes frames to the receiver, each with its index. */
    int poll(Receiver receiver, int limit);

    /** Lets another thread read from now on. */
    void handOver();

    /** Goes back to the first existing result. */
    ResultReader toStart();

    @Override
    void close();
}
