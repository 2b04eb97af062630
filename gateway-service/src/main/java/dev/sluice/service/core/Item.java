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
     * A request that was just read.
     *
     * @param request what a result says of it
     * @param writtenNanos when it was written: wall clock, nanoseconds since 1970, 0 if unknown
     * @param readNanos when it was read, on the same clock
     * @param deadlineMillis when it need not be asked any more, milliseconds since 1970; {@link Deadline#NONE}: never
     * @param first whether no earlier run of the gateway can have asked it
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

    /** When it was written; when it was read if it does not say. */
    public long writtenNanos() {
        return writtenNanos == 0 ? readNanos : writtenNanos;
    }

    /** When it was written, 0 if it does not say: the same however often it is read. */
    long writtenNanosSaid() {
        return writtenNanos;
    }

    public long readNanos() {
        return readNanos;
    }

    /** When it need not be asked any more, milliseconds since 1970; {@link Deadline#NONE}: never. */
    long deadlineMillis() {
        return deadlineMillis;
    }

    /** Whether no earlier run of the gateway can have asked it. */
    boolean first() {
        return first;
    }

    /** Has the request not asked: the answer is its outcome, unless it turns out that it was run before. */
    public void answerInstead(Outcome answer) {
        instead = answer;
    }

    /** The answer in place of being asked; empty for nearly all. */
    public Optional<Outcome> instead() {
        return Optional.ofNullable(instead);
    }

    /** Has it keep the idempotency key of the event that it repeats. */
    public void keepKey(String key) {
        keptKey = key;
    }

    /** The idempotency key that it keeps; empty for nearly all. */
    Optional<String> keptKey() {
        return Optional.ofNullable(keptKey);
    }

    /** Whether its outcome is there. */
    public boolean answered() {
        return outcome != null;
    }

    /**
     * Returns the outcome.
     *
     * @throws IllegalStateException if that is not known yet
     */
    public Outcome outcome() {
        if (outcome == null) {
            throw new IllegalStateException("No outcome yet for " + request);
        }
        return outcome;
    }

    /** How it was asked, once it is answered. */
    public CallTimes call() {
        return call;
    }

    /** Has its outcome kept for others, when it is there. */
    public void keptBy(Consumer<Outcome> newKeeper) {
        keeper = newKeeper;
    }

    /** Has it counted among those that ask for the same. */
    public void countedBy(OperationCounts those) {
        counts = those;
        counts.read();
    }

    /**
     * A call answers it.
     *
     * @param askedNanos when the call was made: wall clock, nanoseconds since 1970
     * @param inCallNanos how long it took
     */
    void countCalled(long askedNanos, long inCallNanos) {
        if (counts != null && outcome == null) {
            counts.called(askedNanos - writtenNanos(), inCallNanos);
        }
    }

    /** Its result was written, at that time of the wall clock, nanoseconds since 1970. */
    void countWritten(long nowNanos) {
        if (counts != null) {
            counts.written(outcome(), nowNanos - writtenNanos());
        }
    }

    /** Sets the outcome, once, without a call. */
    public void answer(Outcome answer) {
        answer(answer, CallTimes.NONE);
    }

    /** Sets the outcome, once, and how it was asked. */
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
