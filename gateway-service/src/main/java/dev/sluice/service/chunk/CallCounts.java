package dev.sluice.service.chunk;

/** What the calls of a gateway came to. Written by the service thread; any thread may read. */
public final class CallCounts {

    private volatile long readCalls;
    private volatile long updateCalls;
    private volatile long readQuestions;
    private volatile long updateQuestions;
    private volatile long trips;

    @SuppressWarnings("NonAtomicOperationOnVolatileField") // one writer
    void count(Call call, int itsTrips) {
        if (call.update()) {
            updateCalls++;
            updateQuestions += call.questions().size();
        } else {
            readCalls++;
            readQuestions += call.questions().size();
        }
        trips += itsTrips;
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
}
