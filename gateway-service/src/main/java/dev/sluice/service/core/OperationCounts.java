package dev.sluice.service.core;

import dev.sluice.api.FailureKind;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.service.core.plan.RequestCounts;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What became of the requests of one name. Written by the service thread, for each request, so without a lock and
 * without allocating; any thread may read.
 */
public final class OperationCounts {

    private static final int RESULTS = ResultKind.values().length;

    private final String name;
    private final AtomicLongArray results = new AtomicLongArray(RESULTS);
    private final AtomicLongArray failures = new AtomicLongArray(FailureKind.values().length);
    private final Histogram waitedNanos = Histogram.ofTimes();
    private final Histogram inCallNanos = Histogram.ofTimes();
    private final Histogram totalNanos = Histogram.ofTimes();
    private final AtomicLong requests = new AtomicLong();

    public OperationCounts(String name) {
        this.name = name;
    }

    void read() {
        requests.setOpaque(requests.getPlain() + 1); // one writer
    }

    /** A request was answered by a call: how long it waited before, and how long the call took, in nanoseconds. */
    void called(long waited, long inCall) {
        waitedNanos.add(waited);
        inCallNanos.add(inCall);
    }

    /** A result was written, so long after its request was, in nanoseconds. */
    void written(Outcome outcome, long total) {
        increase(results, outcome.kind().ordinal());
        if (outcome instanceof Outcome.Failed failed) {
            increase(failures, failed.failure().kind().ordinal());
        }
        totalNanos.add(total);
    }

    private static void increase(AtomicLongArray counts, int at) {
        counts.setOpaque(at, counts.getPlain(at) + 1); // one writer
    }

    /** The lookup, statement or endpoint, or what {@link RequestCounts} counts others under. */
    public String name() {
        return name;
    }

    /** The requests that were read. */
    public long requests() {
        return requests.getOpaque();
    }

    /** The results of a kind that were written. */
    public long results(ResultKind kind) {
        return results.getOpaque(kind.ordinal());
    }

    /** The failures of a kind that were written. */
    public long failures(FailureKind kind) {
        return failures.getOpaque(kind.ordinal());
    }

    /** From when a request was written until the call was made that answered it. Not of those that no call answered. */
    public Histogram waitedNanos() {
        return waitedNanos;
    }

    /** How long the call took that answered a request. Not of those that no call answered. */
    public Histogram inCallNanos() {
        return inCallNanos;
    }

    /** From when a request was written until its result is. */
    public Histogram totalNanos() {
        return totalNanos;
    }
}
