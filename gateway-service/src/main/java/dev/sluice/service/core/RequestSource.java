package dev.sluice.service.core;

import dev.sluice.internal.wire.RequestFrame.RequestReceiver;

/** Where requests come from, in their order. Called by the service thread only. */
public interface RequestSource extends AutoCloseable {

    /**
     * Hands over what is there, at most {@code limit}; never waits.
     *
     * @return how many were handed over
     */
    int poll(RequestReceiver receiver, int limit);

    /**
     * A turn of the duty cycle begins, which may want no request: the window is full, or the disk. A source that has to show
     * that it lives does so now; never waits.
     */
    default void turn() {}

    /**
     * The index of the last request that was there when this was opened: an earlier run of the gateway may have asked
     * those up to it, and of an update nobody can say then that it never was.
     */
    default long lastAtOpening() {
        return Long.MAX_VALUE;
    }

    /** An index as text, as it is printed everywhere: {@code cycle:sequence}. */
    String position(long index);

    @Override
    void close();
}
