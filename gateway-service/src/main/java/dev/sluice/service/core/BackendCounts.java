package dev.sluice.service.core;

import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/** Counts of the calls of one backend. Written by the service thread; any thread may read. */
public final class BackendCounts {

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

    private final String backend;
    private final Counts<Count> counts = new Counts<>(Count.class);
    private final Histogram readRequests = Histogram.ofSizes();
    private final Histogram updateRequests = Histogram.ofSizes();
    private final AtomicLong updatedNanos = new AtomicLong(NEVER);

    BackendCounts(String backend) {
        this.backend = backend;
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
            updatedNanos.setOpaque(nowNanos);
        }
    }

    /** A call is over, and answered so many requests. */
    public void answered(Call call, int requests) {
        (call.update() ? updateRequests : readRequests).add(requests);
    }

    public void add(Count count, long more) {
        counts.add(count, more);
    }

    /** The backend's name as in messages. */
    public String backend() {
        return backend;
    }

    public long get(Count count) {
        return counts.get(count);
    }

    /** How many requests each reading call answered. */
    public Histogram readRequests() {
        return readRequests;
    }

    /** How many requests each run of updates answered. */
    public Histogram updateRequests() {
        return updateRequests;
    }

    /** When a run of updates was last over, on the clock of the duty cycle, if one was. */
    public OptionalLong updatedNanos() {
        final long updated = updatedNanos.getOpaque();
        return updated == NEVER ? OptionalLong.empty() : OptionalLong.of(updated);
    }
}
