package dev.sluice.service.chunk;

import dev.sluice.wire.RequestFrame;

/** Where requests come from, in their order. Called by the service thread only. */
public interface RequestSource extends AutoCloseable {

    /** Takes the requests that {@link #poll} finds. */
    interface Receiver {

        /**
         * A request.
         *
         * @param index its index in the input
         * @param writtenNanos when it was written: wall clock, nanoseconds since 1970, 0 if unknown
         */
        void request(long index, long writtenNanos, RequestFrame request);

        /** A message that cannot be understood; it is a request all the same, and is answered as failed. */
        void undecodable(long index, long writtenNanos, String why);
    }

    /**
     * Hands over what is there, at most {@code limit}; never waits.
     *
     * @return how many were handed over
     */
    int poll(Receiver receiver, int limit);

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
