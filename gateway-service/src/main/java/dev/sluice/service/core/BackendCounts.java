package dev.sluice.service.core;

import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongBinaryOperator;

/**
 * Counts of the calls of one backend. Written by the service thread; any thread may read.
 *
 * @param backend the backend's name as in messages
 * @param counts a number of each kind
 * @param readRequests how many requests each reading call answered
 * @param updateRequests how many requests each run of updates answered
 * @param updated when a run of updates was last over
 */
public record BackendCounts(
        String backend, Counts<Count> counts, Histogram readRequests, Histogram updateRequests, AtomicLong updated) {

    /** The kinds of counts; calls with the attempts that were in vain. */
    public enum Count {
        /** Calls that read. */
        READ_CALLS,
        /** Runs of updates. */
        UPDATE_CALLS,
        /** The questions of reading calls. */
        READ_QUESTIONS,
        /** The updates that were run. */
        UPDATE_QUESTIONS,
        /** Round trips, for whatever reason. */
        TRIPS,
        /** Calls that were given back because the backend is away, or answers others only. */
        UNAVAILABLE,
        /** Calls that were given back because the backend wants fewer. */
        THROTTLED,
        /** Calls that were given back because of a deadlock or serialization conflict. */
        CONFLICTED,
        /** How often the backend went away. */
        OUTAGES,
        /** Requests whose deadline passed before they were asked; without updates that were answered so in a database. */
        LATE_REQUESTS,
        /** Requests that failed because the backend was away for too long. */
        UNAVAILABLE_REQUESTS
    }

    private static final long NEVER = Long.MIN_VALUE;

    /** Nothing is counted yet. */
    public BackendCounts(String backend) {
        this(backend, new Counts<>(Count.class), Histogram.ofSizes(), Histogram.ofSizes(), new AtomicLong(NEVER));
    }

    /** A call came back at that time of the duty cycle. */
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

    /** A call is over, and answered so many requests. */
    public void answered(Call call, int requests) {
        (call.update() ? updateRequests : readRequests).add(requests);
    }

    public void add(Count count, long more) {
        counts.add(count, more);
    }

    public long get(Count count) {
        return counts.get(count);
    }

    /** Returns new counts of these and others, each pair of numbers combined; the time of the last update is left out. */
    public BackendCounts with(BackendCounts other, LongBinaryOperator combine) {
        return new BackendCounts(
                backend,
                counts.with(other.counts, combine),
                readRequests.with(other.readRequests, combine),
                updateRequests.with(other.updateRequests, combine),
                new AtomicLong(NEVER));
    }

    /** When a run of updates was last over, on the clock of the duty cycle, if one was. */
    public OptionalLong updatedNanos() {
        final long last = updated.getOpaque();
        return last == NEVER ? OptionalLong.empty() : OptionalLong.of(last);
    }
}
