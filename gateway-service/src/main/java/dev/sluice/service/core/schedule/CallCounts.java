package dev.sluice.service.core.schedule;

import dev.sluice.service.core.Backend;
import dev.sluice.service.core.Call;

/** What the calls of a gateway came to. Written by the service thread; any thread may read. */
public final class CallCounts {

    private volatile long readCalls;
    private volatile long updateCalls;
    private volatile long readQuestions;
    private volatile long updateQuestions;
    private volatile long trips;
    private volatile long throttledCalls;
    private volatile long lateRequests;
    private volatile long unavailableRequests;

    @SuppressWarnings("NonAtomicOperationOnVolatileField") // one writer
    void count(Call call, Backend.Reply reply) {
        if (call.update()) {
            updateCalls++;
            updateQuestions += call.questions().size();
        } else {
            readCalls++;
            readQuestions += call.questions().size();
        }
        trips += reply.trips();
        if (reply instanceof Backend.Reply.Throttled) {
            throttledCalls++;
        }
    }

    @SuppressWarnings("NonAtomicOperationOnVolatileField") // one writer
    void countLate(int requests) {
        if (requests > 0) {
            lateRequests += requests;
        }
    }

    @SuppressWarnings("NonAtomicOperationOnVolatileField") // one writer
    void countUnavailable(int requests) {
        if (requests > 0) {
            unavailableRequests += requests;
        }
    }

    /** Calls that read, attempts included. */
    public long readCalls() {
        return readCalls;
    }

    /** Runs of updates, attempts included. */
    public long updateCalls() {
        return updateCalls;
    }

    /** What the reading calls asked. */
    public long readQuestions() {
        return readQuestions;
    }

    /** The updates that were run. */
    public long updateQuestions() {
        return updateQuestions;
    }

    /** Round trips to backends, for whatever reason. */
    public long trips() {
        return trips;
    }

    /** Calls that a backend gave back because it wants fewer. */
    public long throttledCalls() {
        return throttledCalls;
    }

    /** Requests whose deadline passed before they were asked; without updates that were answered so in a database. */
    public long lateRequests() {
        return lateRequests;
    }

    /** Requests that failed because their backend was away for too long. */
    public long unavailableRequests() {
        return unavailableRequests;
    }
}
