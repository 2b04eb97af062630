package dev.sluice.transport;

import dev.sluice.api.QueueException;
import dev.sluice.api.Results;
import dev.sluice.internal.wire.ResultFrame;

/**
 * Reads results in their order. Only the first thread that reads may use it.
 *
 * <p>If a handler throws, its result stays unread and is handed over again. A named reader records its place each time the
 * handler of a result has returned. So after a kill the last result may be handed over again, but no result is skipped.
 */
public interface ResultReader extends AutoCloseable {

    /** Receives each result with its index. */
    @FunctionalInterface
    interface Receiver {
        void result(long index, ResultFrame result);
    }

    /**
     * Hands over the existing results, without waiting.
     *
     * @param limit the greatest number of results to hand over
     * @return the number of results handed over
     * @throws QueueException if a document is not a result or is damaged, or if results are missing or cannot be reached; the
     *     reader then stays in front of that document or gap
     */
    default int poll(Results handler, int limit) {
        return poll((index, result) -> result.deliver(handler), limit);
    }

    /** Does the same as {@link #poll(Results, int)}, but hands over frames, each with its index. */
    int poll(Receiver receiver, int limit);

    /** Lets another thread read from now on. */
    void handOver();

    /** Goes back to the first existing result. */
    ResultReader toStart();

    @Override
    void close();
}
