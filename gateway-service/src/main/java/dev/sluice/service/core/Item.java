package dev.sluice.service.core;

import dev.sluice.api.RequestRef;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/** One request on its way through the gateway, until its result is written. Belongs to the service thread. */
public final class Item {

    private final RequestRef request;
    private final long writtenNanos;
    private final long readNanos;
    private final long deadlineMillis;
    private final boolean first;
    private Outcome outcome;
    private CallTimes call = CallTimes.NONE;
    private Outcome instead;
    private String keptKey;
    private Consumer<Outcome> keeper;
    private OperationCounts counts;

    /**
     * Creates the item of a request that was just read.
     *
     * @param request the reference by which the result names its request
     * @param writtenNanos when the request was written: wall clock, nanoseconds since 1970, 0 if unknown
     * @param readNanos when the request was read, on the same clock
     * @param deadlineMillis the time after which the request need not be executed, in milliseconds since 1970;
     *     {@link Deadline#NONE} if it has no deadline
     * @param first whether no earlier run of the gateway can have executed the request
     */
    public Item(RequestRef request, long writtenNanos, long readNanos, long deadlineMillis, boolean first) {
        this.request = request;
        this.writtenNanos = writtenNanos;
        this.readNanos = readNanos;
        this.deadlineMillis = deadlineMillis;
        this.first = first;
    }

    public RequestRef request() {
        return request;
    }

    /** Returns when the request was written; if that is unknown, when the request was read. */
    public long writtenNanos() {
        return writtenNanos == 0 ? readNanos : writtenNanos;
    }

    /** Returns when the request was written, 0 if unknown. The value is the same each time the request is read. */
    long writtenNanosSaid() {
        return writtenNanos;
    }

    public long readNanos() {
        return readNanos;
    }

    /** Returns the request's deadline in milliseconds since 1970, or {@link Deadline#NONE}. */
    long deadlineMillis() {
        return deadlineMillis;
    }

    /** Whether no earlier run of the gateway can have executed the request. */
    boolean first() {
        return first;
    }

    /** Sets the outcome of a request that must not be executed. The outcome does not apply if the request was executed before. */
    public void answerInstead(Outcome answer) {
        instead = answer;
    }

    /** Returns the outcome of a request that must not be executed; empty for nearly all requests. */
    public Optional<Outcome> instead() {
        return Optional.ofNullable(instead);
    }

    /** Sets the idempotency key for a request that repeats an earlier event: the key of that event. */
    public void keepKey(String key) {
        keptKey = key;
    }

    /** Returns the idempotency key of the event that this request repeats; empty for nearly all requests. */
    Optional<String> keptKey() {
        return Optional.ofNullable(keptKey);
    }

    /** Whether the request has its outcome. */
    public boolean answered() {
        return outcome != null;
    }

    /**
     * Returns the outcome.
     *
     * @throws IllegalStateException if there is no outcome yet
     */
    public Outcome outcome() {
        if (outcome == null) {
            throw new IllegalStateException("No outcome yet for " + request);
        }
        return outcome;
    }

    /** Returns the times of the call that answered the request. */
    public CallTimes call() {
        return call;
    }

    /** Sets the receiver of the outcome, for example a cache that keeps the outcome for later requests. */
    public void keptBy(Consumer<Outcome> newKeeper) {
        keeper = newKeeper;
    }

    /** Sets the counts of the request's operation, and counts the request there. */
    public void countedBy(OperationCounts those) {
        counts = those;
        counts.read();
    }

    /**
     * Counts the call that answers the request.
     *
     * @param askedNanos when the call began: wall clock, nanoseconds since 1970
     * @param inCallNanos the duration of the call
     */
    void countCalled(long askedNanos, long inCallNanos) {
        if (counts != null && outcome == null) {
            counts.called(askedNanos - writtenNanos(), inCallNanos);
        }
    }

    /** Counts the result, which was written at this time: wall clock, nanoseconds since 1970. */
    void countWritten(long nowNanos) {
        if (counts != null) {
            counts.written(outcome(), nowNanos - writtenNanos());
        }
    }

    /** Sets the outcome of a request that no call answered. May be called once. */
    public void answer(Outcome answer) {
        answer(answer, CallTimes.NONE);
    }

    /** Sets the outcome and the times of the call that answered the request. May be called once. */
    public void answer(Outcome answer, CallTimes times) {
        if (outcome != null) {
            throw new IllegalStateException("A second outcome for " + request);
        }
        outcome = Objects.requireNonNull(answer, "outcome");
        call = times;
        if (keeper != null) {
            keeper.accept(answer);
            keeper = null;
        }
    }
}
