package dev.sluice.service;

import dev.sluice.service.core.Histogram;
import dev.sluice.service.core.OperationCounts;
import dev.sluice.service.core.Precautions;
import dev.sluice.service.core.plan.RequestCounts;
import dev.sluice.service.core.schedule.BackendCounts;
import dev.sluice.service.core.schedule.BackendState;
import dev.sluice.service.core.schedule.CallCounts;
import dev.sluice.service.core.schedule.Scheduler;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/** What a gateway has done since it started. Written by the service thread; any thread may read. */
public final class GatewayCounts {

    private static final long NEVER = Long.MIN_VALUE;

    private final Scheduler scheduler;
    private final RequestCounts requests;
    private final Precautions precautions;
    private final Histogram chunkSizes = Histogram.ofSizes();
    private volatile long read;
    private volatile long written;
    private volatile long chunks;
    private volatile int largestChunk;
    private final AtomicLong turnNanos = new AtomicLong(NEVER);
    private final AtomicLong oldestNanos = new AtomicLong();

    GatewayCounts(Scheduler scheduler, RequestCounts requests, Precautions precautions) {
        this.precautions = precautions;
        this.scheduler = scheduler;
        this.requests = requests;
    }

    @SuppressWarnings("NonAtomicOperationOnVolatileField") // one writer
    void drained(int size) {
        read += size;
        chunks++;
        largestChunk = Math.max(largestChunk, size);
        chunkSizes.add(size);
    }

    @SuppressWarnings("NonAtomicOperationOnVolatileField") // one writer
    void written(int results) {
        if (results > 0) {
            written += results;
        }
    }

    /** The service thread ends a turn; most have nothing to do, and say only when it was. */
    void turn(long nowNanos, long oldest) {
        turnNanos.setOpaque(nowNanos);
        oldestNanos.setOpaque(oldest);
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
        return chunkSizes.count(power);
    }

    /** How many requests each chunk had. */
    public Histogram chunkSizes() {
        return chunkSizes;
    }

    /** The requests that were not asked any more, since the process ended too often while they were. */
    public long quarantined() {
        return precautions.quarantined();
    }

    /** What became of requests, by name. */
    public Collection<OperationCounts> requests() {
        return requests.all();
    }

    /** What the calls of each backend came to. */
    public List<BackendCounts> backendCounts() {
        return scheduler.backendCounts();
    }

    /** When the service thread last ended a turn of the duty cycle, on that one's clock; empty before the first. */
    public OptionalLong turnNanos() {
        final long turn = turnNanos.getOpaque();
        return turn == NEVER ? OptionalLong.empty() : OptionalLong.of(turn);
    }

    /** When the first request in hand was written: wall clock, nanoseconds since 1970; 0 if there is none, or unknown. */
    public long oldestNanos() {
        return oldestNanos.getOpaque();
    }

    /** What the calls came to. */
    public CallCounts calls() {
        return scheduler.counts();
    }

    /** How each backend is: whether it is away or slowed down, and how many requests wait for it. */
    public List<BackendState> backends() {
        return scheduler.states();
    }
}
