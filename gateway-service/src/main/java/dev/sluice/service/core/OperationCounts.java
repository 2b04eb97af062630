package dev.sluice.service.core;

import dev.sluice.api.FailureKind;
import dev.sluice.internal.wire.ResultKind;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongBinaryOperator;

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
 * @param calls the calls that were begun for them, by reason
 * @param conflicts how often a call was begun because of a conflict, by the name of what comes before
 */
public record OperationCounts(
        String name,
        AtomicLong asked,
        Counts<ResultKind> results,
        Counts<FailureKind> failures,
        Histogram waitedNanos,
        Histogram inCallNanos,
        Histogram totalNanos,
        Counts<Reason> calls,
        Map<String, AtomicLong> conflicts) {

    /** Why a call is begun, and a request does not join one of the same chunk. */
    public enum Reason {
        /** The chunk has no other call for it. */
        FIRST,
        /** The others have as many requests as they may. */
        LIMIT,
        /** The others have arguments of other types. */
        TYPES,
        /** A request between touches the same row. */
        ROW,
        /** A request between touches the same table, or it is not known what that touches. */
        TABLE,
        /** Its requests share no calls. */
        ALONE
    }

    /** Nothing is counted yet. */
    public OperationCounts(String name) {
        this(
                name,
                new AtomicLong(),
                new Counts<>(ResultKind.class),
                new Counts<>(FailureKind.class),
                Histogram.ofTimes(),
                Histogram.ofTimes(),
                Histogram.ofTimes(),
                new Counts<>(Reason.class),
                new ConcurrentHashMap<>());
    }

    void read() {
        asked.setOpaque(asked.getPlain() + 1); // one writer
    }

    /** A call is begun. */
    public void begun(Reason why) {
        calls.add(why, 1);
    }

    /** A call is begun because of a conflict with a request of another name; returns how often that was so. */
    public long meets(OperationCounts other) {
        final AtomicLong met = conflicts.computeIfAbsent(other.name, name -> new AtomicLong());
        met.setOpaque(met.getPlain() + 1); // one writer
        return met.getPlain();
    }

    /** The calls that were begun. */
    public long begun() {
        return calls.sum();
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

    /** Returns new counts of these and others, each pair of numbers combined; the conflicts are left out. */
    public OperationCounts with(OperationCounts other, LongBinaryOperator combine) {
        return new OperationCounts(
                name,
                new AtomicLong(combine.applyAsLong(requests(), other.requests())),
                results.with(other.results, combine),
                failures.with(other.failures, combine),
                waitedNanos.with(other.waitedNanos, combine),
                inCallNanos.with(other.inCallNanos, combine),
                totalNanos.with(other.totalNanos, combine),
                calls.with(other.calls, combine),
                new ConcurrentHashMap<>());
    }
}
