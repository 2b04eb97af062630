package dev.sluice.service.core;

import dev.sluice.api.FailureKind;
import dev.sluice.internal.wire.ResultKind;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The fate of the requests of one name. Written by the service thread, for each request, so without a lock and without
 * allocating; any thread may read.
 *
 * @param name the lookup, statement or endpoint, or what {@link GatewayCounts} counts others under
 * @param asked the requests that were read
 * @param results the results that were written, by kind
 * @param failures the failures that were written, by kind
 * @param waitedNanos from when a request was written until the call was made that answered it, if one did
 * @param inCallNanos how long the call took that answered a request, if one did
 * @param totalNanos from when a request was written until its result is
 */
public record OperationCounts(
        String name,
        AtomicLong asked,
        Counts<ResultKind> results,
        Counts<FailureKind> failures,
        Histogram waitedNanos,
        Histogram inCallNanos,
        Histogram totalNanos) {

    OperationCounts(String name) {
        this(
                name,
                new AtomicLong(),
                new Counts<>(ResultKind.class),
                new Counts<>(FailureKind.class),
                Histogram.ofTimes(),
                Histogram.ofTimes(),
                Histogram.ofTimes());
    }

    void read() {
        asked.setOpaque(asked.getPlain() + 1); // one writer
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

    /** The requests that were read. */
    public long requests() {
        return asked.getOpaque();
    }
}
