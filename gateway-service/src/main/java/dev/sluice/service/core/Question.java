package dev.sluice.service.core;

import dev.sluice.api.FailureKind;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.internal.wire.IdempotencyKey;
import dev.sluice.service.core.footprint.Footprint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The part of a call that gets one answer: one request, or several lookups with equal keys. The service thread creates the
 * question, a thread of the backend answers it, and the service thread uses it again when the call is over.
 */
public final class Question {

    private final Operation operation;
    private final Arguments arguments;
    private final Footprint footprint;
    private final Item first;
    private List<Item> others = List.of();
    private Outcome outcome;
    private Outcome condemned;
    /** The results that an earlier run of the gateway stored for some of the requests, by the index of the request. */
    private Map<Long, Outcome> kept = Map.of();

    private CallTimes times = CallTimes.NONE;
    private boolean settled;
    private boolean asked;
    private boolean askedBefore;
    private boolean late;
    private boolean lateAtFirst;

    /** @param footprint the tables and rows that the question touches, as far as they are known */
    public Question(Operation operation, Arguments arguments, Footprint footprint, Item item) {
        this.operation = operation;
        this.arguments = arguments;
        this.footprint = footprint;
        this.first = item;
    }

    public Operation operation() {
        return operation;
    }

    public Arguments arguments() {
        return arguments;
    }

    /** Returns the footprint that was known when the question was planned. */
    public Footprint footprint() {
        return footprint;
    }

    /** Returns the index of the first request of this question. */
    public long index() {
        return first.request().index();
    }

    /**
     * Returns the idempotency key of an event. The same request always has the same key, also after a restart.
     *
     * @param queue the id of the input queue
     */
    public String idempotencyKey(UUID queue) {
        return first.keptKey()
                .orElseGet(() -> IdempotencyKey.of(queue, first.request(), arguments, first.writtenNanosSaid()));
    }

    /** Returns a CRC-32C of the first request's writer, number, name and arguments. It differs if the request was replaced. */
    public int fingerprint() {
        return arguments.fingerprint(first.request());
    }

    /** Returns the {@link #fingerprint()} of one request of this question, which is identified by its index. */
    public int fingerprint(long index) {
        return Stream.concat(Stream.of(first), others.stream())
                .filter(item -> item.request().index() == index)
                .findFirst()
                .map(item -> arguments.fingerprint(item.request()))
                .orElseThrow();
    }

    /** Returns the indexes of all requests of this question. */
    public LongStream indexes() {
        return LongStream.concat(
                LongStream.of(index()),
                others.stream().mapToLong(item -> item.request().index()));
    }

    /** Returns the index of the last request of this question. */
    long lastIndex() {
        return others.isEmpty()
                ? index()
                : others.get(others.size() - 1).request().index();
    }

    /** Whether the question was answered, by this attempt or an earlier one. */
    public boolean answered() {
        return outcome != null;
    }

    /** Answers the question for all of its requests. Called once, by the backend. */
    public void answer(Outcome answer) {
        if (outcome != null) {
            throw new IllegalStateException("A second answer to " + operation.name() + " " + arguments);
        }
        outcome = answer;
    }

    /** Answers the request with this index without a call. Must not be called while a backend has the question. */
    public void answer(long index, Outcome answer) {
        if (kept.isEmpty()) {
            kept = new HashMap<>(2);
        }
        kept.put(index, answer);
        answerWhenNobodyWaits();
    }

    private boolean waits(Item item) {
        return !item.answered() && !kept.containsKey(item.request().index());
    }

    /** Marks the question as answered if no request waits for it any more. */
    private void answerWhenNobodyWaits() {
        if (!answered() && waiting() == 0) {
            answer(first.answered() ? first.outcome() : kept.get(index()));
        }
    }

    /** Answers the question with a failure, so that it is not sent again. Must not be called while a backend has the question. */
    void fail(Outcome failure) {
        answer(failure);
        settled = true;
    }

    /** Whether any further attempt at the update is forbidden. An earlier attempt may or may not have taken effect. */
    public boolean condemned() {
        return instead().isPresent();
    }

    private Optional<Outcome> instead() {
        return condemned == null ? first.instead() : Optional.of(condemned);
    }

    /** Forbids another attempt at the update, because the connection broke when the update was run. Called by the backend. */
    public void condemn(Outcome failure) {
        condemned = failure;
    }

    /**
     * Whether the update is not run, because its deadline had passed when the call was started. If an earlier attempt may have
     * taken effect, only a deadline that had passed before that attempt counts. Otherwise the failure would claim that the update
     * was not run, which nobody knows.
     *
     * @param undone whether it is certain that no earlier attempt took effect
     */
    public boolean late(boolean undone) {
        return undone ? late : lateAtFirst;
    }

    /** Returns the outcome of a question that is {@link #condemned} or {@link #late}. */
    public Outcome passedOver() {
        return instead().orElseGet(() -> Deadline.passed(operation.name(), first.deadlineMillis(), !lateAtFirst));
    }

    /** Called before the question is given to a backend. */
    void prepare(LongSupplier wallClockMillis) {
        if (operation.update()
                && !late
                && first.deadlineMillis() != Deadline.NONE
                && first.deadlineMillis() <= wallClockMillis.getAsLong()) {
            late = true;
            lateAtFirst = !mayHaveHappened();
        }
    }

    /** Called when a backend has accepted the question. */
    void asked() {
        askedBefore = asked;
        asked = true;
    }

    /** Undoes {@link #asked}, because the question certainly has not reached the backend. */
    void notAsked() {
        asked = askedBefore;
    }

    /** Called when a call has come back, whether or not it answered this question. */
    void returned(CallTimes call) {
        if (!settled) {
            settled = answered();
            times = settled ? times.and(call) : times.inVain();
        }
    }

    /** Whether the question may have reached a backend before, in this run of the gateway or an earlier one. */
    boolean mayHaveHappened() {
        return asked || !first.first();
    }

    /** Returns the earliest deadline of the requests that wait for the answer. */
    long deadlineMillis() {
        long earliest = answered() || first.answered() ? Deadline.NONE : first.deadlineMillis();
        if (!answered()) {
            for (final Item other : others) {
                earliest = Math.min(earliest, other.answered() ? Deadline.NONE : other.deadlineMillis());
            }
        }
        return earliest;
    }

    /**
     * Fails the requests whose deadline has passed. If no request waits any more, the question counts as answered. Must not be
     * called while a backend has the question.
     *
     * @return the number of requests that failed
     */
    int failLate(long wallClockMillis) {
        if (answered()) {
            return 0;
        }
        int failed = failLate(first, wallClockMillis);
        for (final Item other : others) {
            failed += failLate(other, wallClockMillis);
        }
        answerWhenNobodyWaits();
        return failed;
    }

    private int failLate(Item item, long wallClockMillis) {
        if (!waits(item) || item.deadlineMillis() > wallClockMillis) {
            return 0;
        }
        item.answer(Deadline.passed(operation.name(), item.deadlineMillis(), asked), times);
        return 1;
    }

    /** Returns the number of requests that wait for the answer. */
    int waiting() {
        int waiting = 0;
        if (!answered()) {
            waiting = waits(first) ? 1 : 0;
            for (final Item other : others) {
                waiting += waits(other) ? 1 : 0;
            }
        }
        return waiting;
    }

    /** Adds the results of those requests whose index is at least {@code from} and less than {@code before}. */
    void results(long from, long before, List<ReadResult> results) {
        addResult(first, from, before, results);
        for (final Item other : others) {
            addResult(other, from, before, results);
        }
    }

    private void addResult(Item item, long from, long before, List<ReadResult> results) {
        final long index = item.request().index();
        if (index >= from && index < before) {
            results.add(new ReadResult(arguments, footprint, item));
        }
    }

    public void alsoFor(Item item) {
        if (others.isEmpty()) {
            others = new ArrayList<>();
        }
        others.add(item);
    }

    /**
     * Counts the requests that a call answers.
     *
     * @param askedNanos when the call began: wall clock, nanoseconds since 1970
     * @param inCallNanos the duration of the call
     * @return the number of requests
     */
    int countCalled(long askedNanos, long inCallNanos) {
        first.countCalled(askedNanos, inCallNanos);
        for (final Item other : others) {
            other.countCalled(askedNanos, inCallNanos);
        }
        return 1 + others.size();
    }

    /**
     * If the question is answered, gives each request its outcome.
     *
     * @param askedNanos when the call began: wall clock, nanoseconds since 1970
     * @param inCallNanos the duration of the call
     */
    void giveIfAnswered(long askedNanos, long inCallNanos) {
        if (answered()) {
            countCalled(askedNanos, inCallNanos);
            distribute();
        }
    }

    /** Gives each request its outcome. */
    void distribute() {
        final Outcome answer = outcome == null
                ? Outcome.failed(
                        FailureKind.INTERNAL,
                        "The backend gave no answer to '" + operation.name() + "'; this is a fault of the gateway")
                : outcome;
        give(first, answer);
        for (final Item other : others) {
            give(other, answer);
        }
    }

    /** Gives a request its stored result or else the answer, unless the request has failed because of its deadline. */
    private void give(Item item, Outcome answer) {
        if (!item.answered()) {
            item.answer(kept.getOrDefault(item.request().index(), answer), times);
        }
    }
}
