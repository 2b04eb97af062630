package dev.sluice.service.core;

import dev.sluice.api.FailureKind;
import dev.sluice.internal.wire.ResultKind;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongBinaryOperator;

/**
 * Counts of the requests with one name. The service thread writes them for each request, and therefore without a lock and
 * without allocating; any thread may read.
 *
 * @param name the name of the lookup, statement or endpoint, or a name that {@link GatewayCounts} uses for other requests
 * @param asked the number of requests that were read
 * @param results the number of results that were written, by kind
 * @param failures the number of failures that were written, by kind
 * @param waitedNanos the time from writing a request to the beginning of the call that answered it
 * @param inCallNanos the duration of the call that answered a request
 * @param totalNanos the time from writing a request to writing its result
 * @param calls the number of calls that were begun for the requests, by reason
 * @param conflicts how often a call was begun because of a conflict, by the name of the earlier operation
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

    /** Why a new call is begun for a request, instead of adding the request to another call of the chunk. */
    public enum Reason {
        /** The chunk has no other call that the request could join. */
        FIRST,
        /** The other calls are full. */
        LIMIT,
        /** The other calls have arguments of other types. */
        TYPES,
        /** A request in between touches the same row. */
        ROW,
        /** A request in between touches the same table, or the tables of one of the two requests are not known. */
        TABLE,
        /** Requests of this operation do not share calls. */
        ALONE
    }

    /** Creates counts that are all 0. */
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

    /** Counts a call that is begun. */
    public void begun(Reason why) {
        calls.add(why, 1);
    }

    /** Counts a call that is begun because of a conflict. Returns the number of conflicts with requests of the other name. */
    public long meets(OperationCounts other) {
        final AtomicLong met = conflicts.computeIfAbsent(other.name, name -> new AtomicLong());
        met.setOpaque(met.getPlain() + 1); // one writer
        return met.getPlain();
    }

    /** Returns the number of calls that were begun. */
    public long begun() {
        return calls.sum();
    }

    /** Counts a request that a call answered: its wait before the call and the duration of the call, in nanoseconds. */
    void called(long waited, long inCall) {
        waitedNanos.add(waited);
        inCallNanos.add(inCall);
    }

    /** Counts a result that was written, with the time since its request was written, in nanoseconds. */
    void written(Outcome outcome, long total) {
        results.add(outcome.kind(), 1);
        if (outcome instanceof Outcome.Failed failed) {
            failures.add(failed.failure().kind(), 1);
        }
        totalNanos.add(total);
    }

    /** Returns the number of requests that were read. */
    public long requests() {
        return asked.getOpaque();
    }

    /** Returns new counts. Each number is combined from the numbers of both counts; the conflicts are left out. */
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
