package dev.sluice.transport;

import dev.sluice.api.QueueException;
import dev.sluice.api.Results;
import dev.sluice.internal.wire.ResultFrame;

/**
 * Reads results in their order. One thread: the first that reads.
 *
 * <p>A result that a handler throws on stays unread, and comes again. A named reader's place is noted after each result
 * when its handler has returned: after a kill the last one may come again, none is left out.
 */
public interface ResultReader extends AutoCloseable {

    /** Takes each result with its index. */
    @FunctionalInterface
    interface Receiver {
        void result(long index, ResultFrame result);
    }

    /**
     * Hands over what is there; never waits.
     *
     * @param limit the most to hand over
     * @return how many were handed over
     * @throws QueueException if a document is no result, or not as it was written, or if results are missing or cannot be
     *     reached; the reader stays before it
     */
    default int poll(Results handler, int limit) {
        return poll((index, result) -> result.deliver(handler), limit);
    }

    /** Hands over what is there as frames, with the index of each; otherwise as {@link #poll}. */
    int poll(Receiver receiver, int limit);

    /** Another thread reads from now on. */
    void handOver();

    /** Goes back to the first result there is. */
    ResultReader toStart();

    @Override
    void close();
}
