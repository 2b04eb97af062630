package dev.sluice.service;

import dev.sluice.service.chunk.BackendState;
import dev.sluice.service.chunk.CallCounts;
import dev.sluice.service.chunk.Scheduler;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/** What a gateway has done since it started. Written by the service thread; any thread may read. */
public final class GatewayCounts {

    private static final int SIZES = 32;

    private final Scheduler scheduler;
    private final AtomicLongArray chunkSizes = new AtomicLongArray(SIZES);
    private volatile long read;
    private volatile long written;
    private volatile long chunks;
    private volatile int largestChunk;

    GatewayCounts(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    @SuppressWarnings("NonAtomicOperationOnVolatileField") // one writer
    void drained(int size) {
        read += size;
        chunks++;
        largestChunk = Math.max(largestChunk, size);
        chunkSizes.lazySet(bucket(size), chunkSizes.get(bucket(size)) + 1);
    }

    @SuppressWarnings("NonAtomicOperationOnVolatileField") // one writer
    void written(int results) {
        if (results > 0) {
            written += results;
        }
    }

    /** The requests that were read. */
    public long read() {
        return read;
    }

    /** The results that were written. */
    public long written() {
        return written;
    }

    /** The chunks that were drained. */
    public long chunks() {
        return chunks;
    }

    /** The requests of the largest chunk. */
    public int largestChunk() {
        return largestChunk;
    }

    /** The chunks with more than half of {@code 2^power} and at most {@code 2^power} requests. */
    public long chunksUpTo(int power) {
        return chunkSizes.get(power);
    }

    /** What the calls came to. */
    public CallCounts calls() {
        return scheduler.counts();
    }

    /** How each backend is: whether it is away or slowed down, and how many requests wait for it. */
    public List<BackendState> backends() {
        return scheduler.states();
    }

    private static int bucket(int size) {
        return size <= 1 ? 0 : SIZES - Integer.numberOfLeadingZeros(size - 1);
    }
}
