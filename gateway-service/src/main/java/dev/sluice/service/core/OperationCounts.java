package dev.sluice.service.core;

import dev.sluice.api.FailureKind;
import dev.sluice.internal.wire.ResultKind;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What became of the requests of one name. Written by the service thread, for each request, so without a lock and
 * without allocating; any thread may read.
 */
public final class OperationCounts {

    private final String name;
    private final AtomicLong requests = new AtomicLong();
    private final Counts<ResultKind> results = new Counts<>(ResultKind.class);
    private final Counts<FailureKind> failures = new Counts<>(FailureKind.class);
    private final Histogram waitedNanos = Histogram.ofTimes();
    private final Histogram inCallNanos = Histogram.ofTimes();
    private final Histogram totalNanos = Histogram.ofTimes();

    OperationCounts(String name) {
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
        results.add(outcome.kind(), 1);
        if (outcome instanceof Outcome.Failed failed) {
            failures.add(failed.failure().kind(), 1);
        }
        totalNanos.add(total);
    }

    /** The lookup, statement or endpoint, or what {@link GatewayCounts} counts others under. */
    public String name() {
        return name;
    }

    /** The requests that were read. */
    public long requests() {
        return requests.getOpaque();
    }

    /** The results that were written, by kind. */
    public Counts<ResultKind> results() {
        return results;
    }

    /** The failures that were written, by kind. */
    public Counts<FailureKind> failures() {
        return failures;
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
