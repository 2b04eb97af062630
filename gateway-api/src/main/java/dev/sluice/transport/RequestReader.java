package dev.sluice.transport;

import dev.sluice.api.QueueException;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;

/** Reads requests in their order. One thread: the first that reads. */
public interface RequestReader extends AutoCloseable {

    /**
     * Hands over what is there; never waits. The receiver only collects: what it throws leaves the message unread.
     *
     * <p>A hole or a repeat in one writer's numbers is that writer's fault: the request is handed over as {@link
     * RequestReceiver#misnumbered}, and the lane goes on. It ends the reading only where it shows that a file of the lane was lost or
     * exchanged.
     *
     * @param limit the most to hand over
     * @return how many were handed over
     * @throws QueueException if a later release wrote the next one, or if requests are lost, of elsewhere, or cannot be reached;
     *     the reader stays before it
     */
    int poll(RequestReceiver receiver, int limit);

    /**
     * A turn of the duty cycle begins, which may want no request: a reader that has to show that it lives does so now; never waits.
     */
    default void turn() {}

    /**
     * Tells who is to be woken when there are requests, before the first {@link #poll}. A reader that only finds them when it is
     * asked does nothing.
     *
     * @param service may be run by any thread, and never waits
     */
    default void wakeWith(Runnable service) {}

    /** Forces every request handed over until now to disk, whoever wrote it. */
    void sync();

    @Override
    void close();
}
