package dev.sluice.service.core;

import dev.sluice.internal.wire.RequestFrame.RequestReceiver;

/** Supplies the requests in order. Called by the service thread only. */
public interface RequestSource extends AutoCloseable {

    /**
     * Hands over the requests that are available, at most {@code limit}; never waits.
     *
     * @return the number of requests handed over
     */
    int poll(RequestReceiver receiver, int limit);

    /**
     * Called at the beginning of each turn of the service thread's loop, even if the turn reads no request because the window or
     * the disk is full. A source that must send heartbeats sends them here. Never waits.
     */
    default void turn() {}

    /**
     * Returns the index of the last request that existed when this source was opened. An earlier run of the gateway may have sent
     * the requests up to this index to a backend, so an update among them may already have been executed.
     */
    default long lastAtOpening() {
        return Long.MAX_VALUE;
    }

    /** Returns an index as text, in the form that all messages use: {@code cycle:sequence}. */
    String position(long index);

    @Override
    void close();
}
