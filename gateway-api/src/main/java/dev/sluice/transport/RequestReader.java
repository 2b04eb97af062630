package dev.sluice.transport;

import dev.sluice.api.QueueException;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;

/** Reads requests in their order. Only the first thread that reads may use it. */
public interface RequestReader extends AutoCloseable {

    /**
     * Hands over the existing requests, without waiting. The receiver should only collect the requests. If it throws, the current
     * request stays unread.
     *
     * <p>A gap or a repetition in the numbers of one writer is usually that writer's fault. The request is then handed over as
     * {@link RequestReceiver#misnumbered}, and reading goes on. Reading ends only if the gap shows that a file of the lane was
     * lost or exchanged.
     *
     * @param limit the greatest number of requests to hand over
     * @return the number of requests handed over
     * @throws QueueException if a later release wrote the next request, or if requests are lost, belong to another lane, or
     *     cannot be reached; the reader then stays in front of that request or gap
     */
    int poll(RequestReceiver receiver, int limit);

    /**
     * Called at the start of each turn of the gateway's duty cycle, even if the turn polls no request. A reader that must
     * regularly show its server that it is alive does so here. Never waits.
     */
    default void turn() {}

    /**
     * Sets the action that wakes the service thread when new requests arrive. Called before the first {@link #poll}. A reader
     * that finds new requests only by polling ignores the action.
     *
     * @param service the action; any thread may run it, and it never waits
     */
    default void wakeWith(Runnable service) {}

    /** Makes sure that all requests handed over so far survive a power cut, including requests that other processes wrote. */
    void sync();

    @Override
    void close();
}
