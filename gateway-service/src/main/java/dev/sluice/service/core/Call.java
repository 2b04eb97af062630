package dev.sluice.service.core;

import dev.sluice.service.core.footprint.Footprint;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * One trip to a backend: reads of one operation with the same argument types, or a run of updates in their order; from
 * its plan until its results are written. While a backend has the call, its questions belong to the backend; all else is
 * always the service thread's.
 */
public final class Call {

    private static final long NOT_KNOWN = Long.MIN_VALUE;

    /** Where a call is between its plan and its results. Each stage has what only it needs. */
    private sealed interface Stage {

        /** It may be started. */
        record Planned() implements Stage {}

        /** A backend has it. */
        record UnderWay(Attempt attempt) implements Stage {}

        /** It was given back, and is not asked again before that time of the duty cycle. */
        record Paused(long untilNanos) implements Stage {}

        /** Every question is answered. Results of requests before an index are written. */
        final class Over implements Stage {
            private long firstUnwritten;
        }
    }

    /**
     * One time that a backend has the call.
     *
     * @param begunNanos when it began: wall clock, nanoseconds since 1970
     * @param startedNanos the same on the clock of the duty cycle
     * @param outages how often the backend was away before
     * @param slowdowns how often it was slowed down before
     */
    public record Attempt(long begunNanos, long startedNanos, int outages, int slowdowns) {}

    /**
     * How a call was given back so far.
     *
     * @param conflicts how often for a deadlock or a serialization conflict
     * @param refusals how often since the backend was away, or wanted fewer calls
     * @param held how, if the backend answered others and not this one
     */
    private record GivenBack(int conflicts, int refusals, Optional<Backend.Reply.Held> held) {}

    /**
     * A reason to wait.
     *
     * @param result of that call, which must be written; {@link #NOT_KNOWN} if the call has to be over
     */
    private record Wait(Call earlier, long result) {

        boolean ended() {
            return earlier.stage instanceof Stage.Over over && over.firstUnwritten > result;
        }
    }

    private static final Stage PLANNED = new Stage.Planned();

    private final Backend backend;
    private final boolean update;
    private final List<Question> questions = new ArrayList<>();
    private final Set<Footprint> parts = new LinkedHashSet<>(2);
    private Footprint footprint;
    private long lastIndex = NOT_KNOWN;
    private long deadlineMillis = NOT_KNOWN;

    private Stage stage = PLANNED;
    private int waiting;
    private long firstWaiting;
    private GivenBack givenBack = new GivenBack(0, 0, Optional.empty());
    /** Null if it is not known to wait. */
    private Wait wait;

    private List<ReadResult> keeps = List.of();
    private boolean heldUp;

    public Call(Backend backend, boolean update) {
        this.backend = backend;
        this.update = update;
    }

    public void add(Question question) {
        questions.add(question);
        parts.add(question.footprint());
    }

    /** The questions: of a read all of one operation and one signature; of updates in request order. */
    public List<Question> questions() {
        return questions;
    }

    /** Whether it is a run of updates. */
    public boolean update() {
        return update;
    }

    public Backend backend() {
        return backend;
    }

    /** How often it was given back because of a deadlock or serialization conflict. */
    public int conflicts() {
        return givenBack.conflicts();
    }

    public void countConflict() {
        givenBack = new GivenBack(conflicts() + 1, timesRefused(), held());
    }

    /** The footprints of its questions. */
    public Set<Footprint> parts() {
        return parts;
    }

    public Footprint footprint() {
        if (footprint == null) {
            footprint = Footprint.union(parts);
        }
        return footprint;
    }

    /** Counts the requests that wait for the call; not while a backend has it. */
    public void lookAgain() {
        waiting = 0;
        firstWaiting = Long.MAX_VALUE;
        for (final Question question : questions) {
            final int its = question.waiting();
            if (its > 0 && waiting == 0) {
                firstWaiting = question.index(); // or a later one of those that share it, which is near enough
            }
            waiting += its;
        }
    }

    /** The requests that wait for the call; while a backend has it, those that waited when it was started. */
    public int waiting() {
        return waiting;
    }

    /** The index of the first request that waits for the call, or {@link Long#MAX_VALUE}. */
    public long firstWaiting() {
        return firstWaiting;
    }

    /** The backend is about to be given the call. */
    public void prepare(LongSupplier wallClockMillis) {
        questions.forEach(question -> question.prepare(wallClockMillis));
    }

    /** The backend has the call. */
    public void started(Attempt attempt) {
        stage = new Stage.UnderWay(attempt);
        questions.forEach(Question::asked);
    }

    /** Whether a backend has the call. */
    public boolean underWay() {
        return stage instanceof Stage.UnderWay;
    }

    /** Returns the attempt that the backend makes; empty if it has not got the call. */
    public Optional<Attempt> attempt() {
        return stage instanceof Stage.UnderWay underWay ? Optional.of(underWay.attempt()) : Optional.empty();
    }

    /**
     * The backend has the call no more: some of its questions may be answered.
     *
     * @param asked whether questions may have reached the backend
     * @return whether some are answered
     */
    public boolean returned(CallTimes times, boolean asked) {
        final int before = waiting;
        stage = PLANNED;
        keeps = List.of();
        for (final Question question : questions) {
            question.returned(times);
            if (!asked) {
                question.notAsked();
            }
        }
        lookAgain();
        return waiting < before;
    }

    /** The backend is away, or wants fewer calls. */
    public void refused() {
        givenBack = new GivenBack(conflicts(), timesRefused() + 1, held());
    }

    /** The backend does not answer this call while it answers others. */
    public void heldAlone(Backend.Reply.Held reply) {
        givenBack = new GivenBack(conflicts(), timesRefused() + 1, Optional.of(reply));
    }

    /** How the backend gave the call back, if it answered others and not this one. */
    public Optional<Backend.Reply.Held> held() {
        return givenBack.held();
    }

    public int timesRefused() {
        return givenBack.refusals();
    }

    public void pauseUntil(long nanos) {
        stage = new Stage.Paused(nanos);
    }

    /** Whether the call is neither under way nor pausing. */
    public boolean due(long now) {
        if (stage instanceof Stage.Paused paused && paused.untilNanos() - now <= 0) {
            stage = PLANNED;
        }
        return stage == PLANNED;
    }

    /** Updates that are answered before the call is over get their outcomes: they do not wait for those after them. */
    public void giveWhatIsAnswered(long askedNanos, long inCallNanos) {
        if (update) {
            questions.forEach(question -> question.giveIfAnswered(askedNanos, inCallNanos));
        }
    }

    /** Every question is answered: gives each request its outcome. */
    public void end() {
        stage = new Stage.Over();
        questions.forEach(Question::distribute);
    }

    /** Every question was answered when the call was planned, and every request has its outcome. */
    public void neverAsked() {
        stage = new Stage.Over();
    }

    /** Results of requests before that index are written; returns whether all of this call are, which is over. */
    public boolean written(long index) {
        ((Stage.Over) stage).firstUnwritten = index;
        return lastIndex() < index;
    }

    /** Notes an earlier call that this one must follow. */
    public void waitFor(Call earlier) {
        waitFor(earlier, NOT_KNOWN);
    }

    /** Notes an earlier call of which one result must be written before this one starts. */
    public void waitFor(Call earlier, long result) {
        wait = new Wait(earlier, result);
    }

    /** The call that this one was last found to wait for, if that is still in the way. */
    public Optional<Call> waitsFor() {
        if (wait != null && wait.ended()) {
            wait = null; // what waits for this one would keep all calls of a long backlog in memory
        }
        return wait == null ? Optional.empty() : Optional.of(wait.earlier());
    }

    /** The results of reads that the backend keeps with this run of updates; before it is started. */
    public void keep(List<ReadResult> reads) {
        keeps = reads;
    }

    /** The results of reads that go with the updates which conflict with them, in the order of their requests. */
    public List<ReadResult> keeps() {
        return keeps;
    }

    /**
     * Parts the call before a request, if it has questions of earlier and of later ones; not while a backend has it.
     *
     * @return another call with the later ones, to be made after this one
     */
    public Optional<Call> partBefore(long index) {
        if (questions.get(0).index() >= index) {
            return Optional.empty();
        }
        final List<Question> later = takeOut(question -> question.index() >= index);
        if (later.isEmpty()) {
            return Optional.empty();
        }
        final Call rest = new Call(backend, update);
        later.forEach(rest::add);
        rest.givenBack = givenBack;
        rest.stage = stage;
        wait = null; // perhaps only the later ones had to: then this would wait for what waits for its result
        lookAgain();
        rest.lookAgain();
        return Optional.of(rest);
    }

    /** Takes the questions that are not answered out of the call, and returns them; not while a backend has it. */
    public List<Question> takeUnanswered() {
        return takeOut(question -> !question.answered());
    }

    private List<Question> takeOut(Predicate<Question> which) {
        final List<Question> out = questions.stream().filter(which).toList();
        questions.removeIf(which);
        parts.clear();
        questions.forEach(question -> parts.add(question.footprint()));
        footprint = null;
        lastIndex = NOT_KNOWN;
        deadlineMillis = NOT_KNOWN;
        return out;
    }

    /** Whether the call, or the writing of its results, waits for a backend that is away or slowed down, as found last. */
    public boolean heldUp() {
        return heldUp;
    }

    public void holdUp(boolean isHeldUp) {
        heldUp = isHeldUp;
    }

    /** The index of the last request that the call answers; once everything was added. */
    public long lastIndex() {
        if (lastIndex == NOT_KNOWN) {
            for (final Question question : questions) {
                lastIndex = Math.max(lastIndex, question.lastIndex());
            }
        }
        return lastIndex;
    }

    /** The earliest deadline of a request that may fail for it. */
    public long deadlineMillis() {
        if (deadlineMillis == NOT_KNOWN) {
            deadlineMillis = Deadline.NONE;
            for (final Question question : questions) {
                if (mayFail(question)) {
                    deadlineMillis = Math.min(deadlineMillis, question.deadlineMillis());
                }
            }
        }
        return deadlineMillis;
    }

    /**
     * Fails the requests whose deadline has passed, and that can be said not to have been answered. Not while a backend
     * has it.
     *
     * @return how many failed
     */
    public int failLate(long wallClockMillis) {
        int failed = 0;
        if (deadlineMillis() <= wallClockMillis) {
            for (final Question question : questions) {
                failed += mayFail(question) ? question.failLate(wallClockMillis) : 0;
            }
            deadlineMillis = NOT_KNOWN;
        }
        return failed;
    }

    /**
     * Fails the questions that can be said not to have been answered. Not while a backend has it.
     *
     * @return how many requests fail
     */
    public int fail(Function<Operation, Outcome> failure) {
        int failed = 0;
        for (final Question question : questions) {
            if (!question.answered() && mayFail(question)) {
                failed += question.waiting();
                question.fail(failure.apply(question.operation()));
            }
        }
        return failed;
    }

    /** Reads always may; an update that may have happened, or whose failure has to be committed, must not. */
    private boolean mayFail(Question question) {
        return !update || backend.mayFailUnasked() && !question.mayHaveHappened();
    }

    /** Counts the requests that it answers, and returns how many; see {@link Question#countCalled}. */
    public int countCalled(long askedNanos, long inCallNanos) {
        return questions.stream()
                .mapToInt(question -> question.countCalled(askedNanos, inCallNanos))
                .sum();
    }
}
