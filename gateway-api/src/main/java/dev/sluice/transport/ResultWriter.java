package dev.sluice.transport;

import dev.sluice.api.DiskReserveException;
import dev.sluice.api.QueueException;
import dev.sluice.internal.wire.MessageWriter;

/** Writes results, numbered without a gap, each with the history of its request. One thread: the first that writes. */
public interface ResultWriter extends AutoCloseable {

    /** This writer's id. */
    long id();

    /** The number of the next result. */
    long nextSequence();

    /** The bytes of the largest result. */
    int largestFrame();

    /**
     * Writes a result.
     *
     * @param requestIndex the index of the request that it answers
     * @param writtenNanos when the request was written: wall clock, nanoseconds since 1970
     * @param readNanos when it was read, on the same clock
     * @param result a whole result with {@link #nextSequence()}
     * @return the result's index
     * @throws DiskReserveException if the disk has reached its reserve
     */
    long write(long requestIndex, long writtenNanos, long readNanos, MessageWriter result);

    /**
     * The index of the last request whose result readers see, those of the writers before included; -1 if there is none. A result
     * that was written and is not visible may be lost with this process.
     *
     * @throws QueueException if a result that was written will never be visible
     */
    long visibleIndex();

    /** Call after the last of several results written in one go: brings them to disk, if {@link #syncs}. */
    void endOfChunk();

    /** Takes over what brings all results until now to disk, for any thread to run; if that fails, nothing can be told to be on disk. */
    Runnable takeSync();

    /** How many commits made results visible; 0 where they are as soon as they are written. Any thread. */
    default long commits() {
        return 0;
    }

    /** How long these took, from the first result sent to the answer. Any thread. */
    default long commitNanos() {
        return 0;
    }

    /** Whether results survive a power cut, too, after {@link #endOfChunk}. */
    boolean syncs();

    @Override
    void close();
}
