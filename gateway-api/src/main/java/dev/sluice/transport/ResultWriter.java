package dev.sluice.transport;

import dev.sluice.api.DiskReserveException;
import dev.sluice.api.QueueException;
import dev.sluice.internal.wire.MessageWriter;

/**
 * Writes results, numbers them without a gap, and adds to each result the index and the times of its request. Only the first
 * thread that writes may use this object.
 */
public interface ResultWriter extends AutoCloseable {

    /** Returns this writer's id. */
    long id();

    /** Returns the number of the next result. */
    long nextSequence();

    /** Returns the size in bytes of the largest result. */
    int largestFrame();

    /**
     * Writes a result.
     *
     * @param requestIndex the index of the answered request
     * @param writtenNanos when the request was written: wall clock, nanoseconds since 1970
     * @param readNanos when the gateway read the request, on the same clock
     * @param result the complete result, which has the number {@link #nextSequence()}
     * @return the result's index
     * @throws DiskReserveException if the free disk space has fallen to the reserve
     */
    long write(long requestIndex, long writtenNanos, long readNanos, MessageWriter result);

    /**
     * Returns the index of the last request whose result is visible to readers, including results of earlier writers; -1 if there
     * is none. A written result that is not yet visible may be lost if this process crashes.
     *
     * @throws QueueException if a written result will never become visible
     */
    long visibleIndex();

    /**
     * Called after the last of several results that are written together. If {@link #syncs} is true, forces these results to
     * disk.
     */
    void endOfChunk();

    /**
     * Returns an action that makes all results written so far survive a power cut; any thread may run the action. If the action
     * fails, no result may be assumed to be on disk.
     */
    Runnable takeSync();

    /**
     * Returns how many commits have made results visible; 0 if results are visible as soon as they are written. Any thread may
     * call this.
     */
    default long commits() {
        return 0;
    }

    /**
     * Returns the total time of the {@link #commits}, each counted from sending its first result to the acknowledgement. Any
     * thread may call this.
     */
    default long commitNanos() {
        return 0;
    }

    /** Whether results survive even a power cut after {@link #endOfChunk}. */
    boolean syncs();

    @Override
    void close();
}
