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
 * One thing that a call asks, for one request or, where equal keys are asked once, for several. Made by the service
 * thread, answered by the backend's, read again by the service thread when the call is over.
 */
public final class Question {

    private final Operation operation;
    private final Arguments arguments;
    private final Footprint footprint;
    private final Item first;
    private List<Item> others = List.of();
    private Outcome outcome;
    private Outcome condemned;
    /** The results that were kept of some of the requests, by index; given with the others', when no backend has the call. */
    private Map<Long, Outcome> kept = Map.of();

    private CallTimes times = CallTimes.NONE;
    private boolean settled;
    private boolean asked;
    private boolean askedBefore;
    private boolean late;
    private boolean lateAtFirst;

    /** @param footprint what is known of what it touches */
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

    /** Its footprint as known when it was planned. */
    public Footprint footprint() {
        return footprint;
    }

    /** The index of the first request that asks it. */
    public long index() {
        return first.request().index();
    }

    /**
     * The idempotency key of an event: the same for the same request, also after a restart.
     *
     * @param queue the id of the input queue
     */
    public String idempotencyKey(UUID queue) {
        return first.keptKey()
                .orElseGet(() -> IdempotencyKey.of(queue, first.request(), arguments, first.writtenNanosSaid()));
    }

    /** The request's writer, its number, name and arguments as a CRC-32C: the same for the same request only. */
    public int fingerprint() {
        return arguments.fingerprint(first.request());
    }

    /** As {@link #fingerprint()}, of one of the requests that ask it. */
    public int fingerprint(long index) {
        return Stream.concat(Stream.of(first), others.stream())
                .filter(item -> item.request().index() == index)
                .findFirst()
                .map(item -> arguments.fingerprint(item.request()))
                .orElseThrow();
    }

    /** The indexes of the requests that ask it. */
    public LongStream indexes() {
        return LongStream.concat(
                LongStream.of(index()),
                others.stream().mapToLong(item -> item.request().index()));
    }

    /** The index of the last request that asks it. */
    long lastIndex() {
        return others.isEmpty()
                ? index()
                : others.get(others.size() - 1).request().index();
    }

    /** Whether it was answered: by an earlier attempt, too. */
    public boolean answered() {
        return outcome != null;
    }

    /** Answers it, once, for all requests that ask it. Called by the backend. */
    public void answer(Outcome answer) {
        if (outcome != null) {
            throw new IllegalStateException("A second answer to " + operation.name() + " " + arguments);
        }
        outcome = answer;
    }

    /** Answers one of the requests that ask it, without a call. Not while a backend has it. */
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

    /** One that nobody waits for any more counts as answered. */
    private void answerWhenNobodyWaits() {
        if (!answered() && waiting() == 0) {
            answer(first.answered() ? first.outcome() : kept.get(index()));
        }
    }

    /** Answers it without a call: it is not asked any more. Not while a backend has it. */
    void fail(Outcome failure) {
        answer(failure);
        settled = true;
    }

    /** Whether the update must not be run, whether or not an earlier attempt took effect. */
    public boolean condemned() {
        return instead().isPresent();
    }

    private Optional<Outcome> instead() {
        return condemned == null ? first.instead() : Optional.of(condemned);
    }

    /** From now on the update must not be run: whoever ran it lost the connection by it. Called by the backend. */
    public void condemn(Outcome failure) {
        condemned = failure;
    }

    /**
     * Whether its deadline had passed when the call was started, so that the update must not be run any more. Once it may
     * have happened, that is no reason to say that it did not.
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

    /** A backend is about to be given it. */
    void prepare(LongSupplier wallClockMillis) {
        if (operation.update()
                && !late
                && first.deadlineMillis() != Deadline.NONE
                && first.deadlineMillis() <= wallClockMillis.getAsLong()) {
            late = true;
            lateAtFirst = !mayHaveHappened();
        }
    }

    /** A backend has it. */
    void asked() {
        askedBefore = asked;
        asked = true;
    }

    /** The backend did not have it, though it was to. */
    void notAsked() {
        asked = askedBefore;
    }

    /** A call came back, and has answered it or not. */
    void returned(CallTimes call) {
        if (!settled) {
            settled = answered();
            times = settled ? times.and(call) : times.inVain();
        }
    }

    /** Whether it was asked before, or can have been asked by an earlier run of the gateway. */
    boolean mayHaveHappened() {
        return asked || !first.first();
    }

    /** The earliest deadline of a request that waits for it. */
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
     * Fails the requests whose deadline has passed; one that nobody waits for any more counts as answered. Not while a
     * backend has it.
     *
     * @return how many failed
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

    /** The requests that wait for it. */
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

    /** Adds the results of requests that ask it, from one index on and before another. */
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
     * @param askedNanos when it was made: wall clock, nanoseconds since 1970
     * @param inCallNanos how long it took
     * @return how many
     */
    int countCalled(long askedNanos, long inCallNanos) {
        first.countCalled(askedNanos, inCallNanos);
        for (final Item other : others) {
            other.countCalled(askedNanos, inCallNanos);
        }
        return 1 + others.size();
    }

    /**
     * Gives each request its outcome, if there is one.
     *
     * @param askedNanos when the call was made: wall clock, nanoseconds since 1970
     * @param inCallNanos how long it took
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

    /** One whose deadline passed has its failure already, and one whose result was kept has that. */
    private void give(Item item, Outcome answer) {
        if (!item.answered()) {
            item.answer(kept.getOrDefault(item.request().index(), answer), times);
        }
    }
}
