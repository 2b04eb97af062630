package dev.sluice.service.core.schedule;

import dev.sluice.service.core.Backend;
import dev.sluice.service.core.Call;
import dev.sluice.service.core.Histogram;
import java.util.OptionalLong;

/** What the calls of one backend came to. Written by the service thread; any thread may read. */
public final class BackendCounts {

    private final String backend;
    private final Histogram readRequests = Histogram.ofSizes();
    private final Histogram updateRequests = Histogram.ofSizes();
    private volatile long readCalls;
    private volatile long updateCalls;
    private volatile long trips;
    private volatile long unavailable;
    private volatile long throttled;
    private volatile long conflicted;
    private volatile long outages;
    private volatile boolean updated;
    private volatile long updatedNanos;

    BackendCounts(String backend) {
        this.backend = backend;
    }

    /** A call came back at that time of the duty cycle. */
    @SuppressWarnings("NonAtomicOperationOnVolatileField") // one writer
    void count(Call call, Backend.Reply reply, long nowNanos) {
        if (call.update()) {
            updateCalls++;
        } else {
            readCalls++;
        }
        trips += reply.trips();
        if (reply instanceof Backend.Reply.Unavailable || reply instanceof Backend.Reply.Held) {
            unavailable++;
        } else if (reply instanceof Backend.Reply.Throttled) {
            throttled++;
        } else if (reply instanceof Backend.Reply.Conflicted) {
            conflicted++;
        } else if (call.update()) {
            updatedNanos = nowNanos;
            updated = true;
        }
    }

    /** A call is over, and answered so many requests. */
    void answered(Call call, int requests) {
        (call.update() ? updateRequests : readRequests).add(requests);
    }

    @SuppressWarnings("NonAtomicOperationOnVolatileField") // one writer
    void wentAway() {
        outages++;
    }

    /** The backend's name as in messages. */
    public String backend() {
        return backend;
    }

    /** Calls that read, attempts included. */
    public long readCalls() {
        return readCalls;
    }

    /** Runs of updates, attempts included. */
    public long updateCalls() {
        return updateCalls;
    }

    /** Round trips, for whatever reason. */
    public long trips() {
        return trips;
    }

    /** Calls that were given back because the backend is away, or answers others only. */
    public long unavailable() {
        return unavailable;
    }

    /** Calls that were given back because the backend wants fewer. */
    public long throttled() {
        return throttled;
    }

    /** Calls that were given back because of a deadlock or serialization conflict. */
    public long conflicted() {
        return conflicted;
    }

    /** How often it went away. */
    public long outages() {
        return outages;
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
        return updated ? OptionalLong.of(updatedNanos) : OptionalLong.empty();
    }
}
