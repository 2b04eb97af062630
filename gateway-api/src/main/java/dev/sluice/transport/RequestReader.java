package dev.sluice.transport;

import dev.sluice.api.QueueException;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;

/** Reads requests in their order. Only the first thread that reads may use it. */
public interface RequestReader extends AutoCloseable {

    /**
     * Passes the existing requests to the receiver, without waiting. The receiver should only collect the requests. If the
     * receiver throws, the current request stays unread.
     *
     * <p>A gap or a repetition in the numbers of one writer is usually that writer's fault. The receiver then gets the request
     * through {@link RequestReceiver#misnumbered}, and reading goes on. Reading ends only if a file of the lane may have been
     * lost or exchanged.
     *
     * @param limit the greatest number of requests to pass to the receiver
     * @return the number of requests that the receiver got
     * @throws QueueException if a later release wrote the next request, or if requests are lost, belong to another lane, or
     *     cannot be reached; the reader then stays in front of that request or gap
     */
    int poll(RequestReceiver receiver, int limit);

    /**
     * Called at the start of each round of the loop of the gateway's service thread, even if this round polls no request. A
     * reader that must regularly show its server that it is alive does so here. Never waits.
     */
    default void turn() {}

    /**
     * Sets the action that wakes the service thread when new requests arrive. Called before the first {@link #poll}. A reader
     * that finds new requests only by polling ignores the action.
     *
     * @param service the action; any thread may run it, and it never waits
     */
    default void wakeWith(Runnable service) {}

    /** Makes sure that all requests passed on so far survive a power cut, including requests that other processes wrote. */
    void sync();

    @Override
    void close();
}
