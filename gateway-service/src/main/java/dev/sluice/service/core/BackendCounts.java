package dev.sluice.service.core;

import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongBinaryOperator;

/**
 * Counts of the calls of one backend. Written by the service thread; any thread may read.
 *
 * @param backend the backend's name as in messages
 * @param counts one number for each kind of count
 * @param readRequests the number of requests that each read call answered
 * @param updateRequests the number of requests that each run of updates answered
 * @param updated when the last run of updates was over, on the clock of the duty cycle
 */
public record BackendCounts(
        String backend, Counts<Count> counts, Histogram readRequests, Histogram updateRequests, AtomicLong updated) {

    /** The kinds of counts. Each failed attempt of a call counts as a call, too. */
    public enum Count {
        /** Calls that read. */
        READ_CALLS,
        /** Runs of updates. */
        UPDATE_CALLS,
        /** The questions of read calls. */
        READ_QUESTIONS,
        /** The updates of runs. */
        UPDATE_QUESTIONS,
        /** Round trips of any kind. */
        TRIPS,
        /** Calls that were given back because the backend was unavailable, or did not answer them but answered other calls. */
        UNAVAILABLE,
        /** Calls that were given back because the backend asked for fewer calls. */
        THROTTLED,
        /** Calls that were given back because of a deadlock or serialization conflict. */
        CONFLICTED,
        /** How often the backend became unavailable. */
        OUTAGES,
        /** Requests that failed because of their deadline, except updates whose failure was recorded in a database. */
        LATE_REQUESTS,
        /** Requests that failed because the backend was unavailable for too long. */
        UNAVAILABLE_REQUESTS
    }

    private static final long NEVER = Long.MIN_VALUE;

    /** Creates counts that are all 0. */
    public BackendCounts(String backend) {
        this(backend, new Counts<>(Count.class), Histogram.ofSizes(), Histogram.ofSizes(), new AtomicLong(NEVER));
    }

    /** Counts a call whose reply came at this time of the duty cycle. */
    public void count(Call call, Backend.Reply reply, long nowNanos) {
        counts.add(call.update() ? Count.UPDATE_CALLS : Count.READ_CALLS, 1);
        counts.add(
                call.update() ? Count.UPDATE_QUESTIONS : Count.READ_QUESTIONS,
                call.questions().size());
        counts.add(Count.TRIPS, reply.trips());
        if (reply instanceof Backend.Reply.Unavailable || reply instanceof Backend.Reply.Held) {
            counts.add(Count.UNAVAILABLE, 1);
        } else if (reply instanceof Backend.Reply.Throttled) {
            counts.add(Count.THROTTLED, 1);
        } else if (reply instanceof Backend.Reply.Conflicted) {
            counts.add(Count.CONFLICTED, 1);
        } else if (call.update()) {
            updated.setOpaque(nowNanos);
        }
    }

    /** Counts the requests that a call answered. */
    public void answered(Call call, int requests) {
        (call.update() ? updateRequests : readRequests).add(requests);
    }

    public void add(Count count, long more) {
        counts.add(count, more);
    }

    public long get(Count count) {
        return counts.get(count);
    }

    /** Returns new counts. Each number is combined from the numbers of both counts; the time of the last update is left out. */
    public BackendCounts with(BackendCounts other, LongBinaryOperator combine) {
        return new BackendCounts(
                backend,
                counts.with(other.counts, combine),
                readRequests.with(other.readRequests, combine),
                updateRequests.with(other.updateRequests, combine),
                new AtomicLong(NEVER));
    }

    /** Returns when the last run of updates was over, on the clock of the duty cycle; empty if there was none. */
    public OptionalLong updatedNanos() {
        final long last = updated.getOpaque();
        return last == NEVER ? OptionalLong.empty() : OptionalLong.of(last);
    }
}
