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
 * One call to a backend: either reads of one operation with the same argument types, or updates in request order, which are
 * called a run of updates. A call consists of {@link Question questions}. While a backend has the call, only the backend uses
 * the questions; everything else is used by the service thread only. A call exists until its results are written.
 */
public final class Call {

    private static final long NOT_KNOWN = Long.MIN_VALUE;

    /** The stage of a call between its planning and its results. Each stage has the fields that only it needs. */
    private sealed interface Stage {

        /** The call may be started. */
        record Planned() implements Stage {}

        /** A backend has the call. */
        record UnderWay(Attempt attempt) implements Stage {}

        /** A backend gave the call back. It is not started again before this time on the clock of the service thread's loop. */
        record Paused(long untilNanos) implements Stage {}

        /** Every question is answered. The results of requests before the index {@code firstUnwritten} are written. */
        final class Over implements Stage {
            private long firstUnwritten;
        }
    }

    /**
     * One attempt of a backend at the call.
     *
     * @param begunNanos when the attempt began: wall clock, nanoseconds since 1970
     * @param startedNanos the same moment on the clock of the service thread's loop (the duty cycle)
     * @param outages the number of outages of the backend before the attempt
     * @param slowdowns the number of slowdowns of the backend before the attempt
     */
    public record Attempt(long begunNanos, long startedNanos, int outages, int slowdowns) {}

    /**
     * How often, and why, the backend gave the call back.
     *
     * @param conflicts how often the call was given back because of a deadlock or a serialization conflict
     * @param refusals how often it was given back because the backend was unavailable, overloaded, or did not answer this call
     * @param held the last reply which said that the backend answers other calls but not this call; empty if there was none
     */
    private record GivenBack(int conflicts, int refusals, Optional<Backend.Reply.Held> held) {}

    /**
     * A reason to wait for an earlier call.
     *
     * @param result the index of the result that must be written first; {@link #NOT_KNOWN} if it is enough that the call is over
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
    /** The reason why this call waits; null if none is known. */
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

    /** The questions. Those of a read all have the same operation and signature; those of updates are in request order. */
    public List<Question> questions() {
        return questions;
    }

    /** Whether the call is a run of updates. */
    public boolean update() {
        return update;
    }

    public Backend backend() {
        return backend;
    }

    /** Returns how often the call was given back because of a deadlock or serialization conflict. */
    public int conflicts() {
        return givenBack.conflicts();
    }

    public void countConflict() {
        givenBack = new GivenBack(conflicts() + 1, timesRefused(), held());
    }

    /** Returns the distinct footprints of the questions: the tables and rows that the questions read and write. */
    public Set<Footprint> parts() {
        return parts;
    }

    public Footprint footprint() {
        if (footprint == null) {
            footprint = Footprint.union(parts);
        }
        return footprint;
    }

    /** Counts the requests that wait for the call. Must not be called while a backend has the call. */
    public void lookAgain() {
        waiting = 0;
        firstWaiting = Long.MAX_VALUE;
        for (final Question question : questions) {
            final int its = question.waiting();
            if (its > 0 && waiting == 0) {
                firstWaiting = question.index(); // approximate: the question's first request may have an outcome
            }
            waiting += its;
        }
    }

    /** Returns the number of requests that wait for the call. While a backend has the call, this is the number at its start. */
    public int waiting() {
        return waiting;
    }

    /** Returns the index of the first request that waits for the call, or {@link Long#MAX_VALUE}. */
    public long firstWaiting() {
        return firstWaiting;
    }

    /** Called before the call is given to the backend. */
    public void prepare(LongSupplier wallClockMillis) {
        questions.forEach(question -> question.prepare(wallClockMillis));
    }

    /** Called when the backend has accepted the call. */
    public void started(Attempt attempt) {
        stage = new Stage.UnderWay(attempt);
        questions.forEach(Question::asked);
    }

    /** Whether a backend has the call. */
    public boolean underWay() {
        return stage instanceof Stage.UnderWay;
    }

    /** Returns the current attempt; empty if no backend has the call. */
    public Optional<Attempt> attempt() {
        return stage instanceof Stage.UnderWay underWay ? Optional.of(underWay.attempt()) : Optional.empty();
    }

    /**
     * Called when the backend has replied to the call. The reply may leave some or all questions unanswered.
     *
     * @param asked whether questions may have reached the backend
     * @return whether the attempt has answered some questions
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

    /** Counts that the call was given back because the backend is unavailable or asks for fewer calls. */
    public void refused() {
        givenBack = new GivenBack(conflicts(), timesRefused() + 1, held());
    }

    /** Counts that the call was given back because the backend does not answer it, although it answers other calls. */
    public void heldAlone(Backend.Reply.Held reply) {
        givenBack = new GivenBack(conflicts(), timesRefused() + 1, Optional.of(reply));
    }

    /** Returns the last reply which said that the backend answers other calls but not this call; empty if there was none. */
    public Optional<Backend.Reply.Held> held() {
        return givenBack.held();
    }

    public int timesRefused() {
        return givenBack.refusals();
    }

    public void pauseUntil(long nanos) {
        stage = new Stage.Paused(nanos);
    }

    /** Whether the call may be started at this time: it is not in flight, not over, and its pause has ended. */
    public boolean due(long now) {
        if (stage instanceof Stage.Paused paused && paused.untilNanos() - now <= 0) {
            stage = PLANNED;
        }
        return stage == PLANNED;
    }

    /** Gives answered updates their outcomes before the call is over, so that their results do not wait for later updates. */
    public void giveWhatIsAnswered(long askedNanos, long inCallNanos) {
        if (update) {
            questions.forEach(question -> question.giveIfAnswered(askedNanos, inCallNanos));
        }
    }

    /** Called when every question is answered; gives each request its outcome. */
    public void end() {
        stage = new Stage.Over();
        questions.forEach(Question::distribute);
    }

    /** Ends a call that is not sent to a backend, because every request already had its outcome when the call was planned. */
    public void neverAsked() {
        stage = new Stage.Over();
    }

    /** Records that results before this index are written. The call must be over. Returns whether all its results are written. */
    public boolean written(long index) {
        ((Stage.Over) stage).firstUnwritten = index;
        return lastIndex() < index;
    }

    /** Records an earlier call that must be over before this call starts. */
    public void waitFor(Call earlier) {
        waitFor(earlier, NOT_KNOWN);
    }

    /** Records an earlier call, and the index of that call's result that must be written before this call starts. */
    public void waitFor(Call earlier, long result) {
        wait = new Wait(earlier, result);
    }

    /** Returns the earlier call that was recorded last; empty if this call need not wait for the earlier call any more. */
    public Optional<Call> waitsFor() {
        if (wait != null && wait.ended()) {
            wait = null; // otherwise a chain of waiting calls would keep all calls of a long backlog in memory
        }
        return wait == null ? Optional.empty() : Optional.of(wait.earlier());
    }

    /** Sets the read results that the backend must store together with this call's updates. Called before the call is started. */
    public void keep(List<ReadResult> reads) {
        keeps = reads;
    }

    /** Returns the results of conflicting reads that are stored together with this call's updates, in request order. */
    public List<ReadResult> keeps() {
        return keeps;
    }

    /**
     * Splits the call at a request, if there are questions on both sides. The request itself goes to the second part. Must not
     * be called while a backend has the call.
     *
     * @param index the index of the request
     * @return the second part, a new call to be placed after this call; empty if the call was not split
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
        // Perhaps only the later questions had to wait, for a call that itself waits for a result of this part.
        wait = null;
        lookAgain();
        rest.lookAgain();
        return Optional.of(rest);
    }

    /** Removes the unanswered questions from the call, and returns them. Must not be called while a backend has the call. */
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

    /** Whether, at the last check, the call or the writing of its results waited for an unavailable or slowed-down backend. */
    public boolean heldUp() {
        return heldUp;
    }

    public void holdUp(boolean isHeldUp) {
        heldUp = isHeldUp;
    }

    /** Returns the index of the last request that the call answers. Must be called after all questions were added. */
    public long lastIndex() {
        if (lastIndex == NOT_KNOWN) {
            for (final Question question : questions) {
                lastIndex = Math.max(lastIndex, question.lastIndex());
            }
        }
        return lastIndex;
    }

    /** Returns the earliest deadline of the requests that may fail because of their deadline. */
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
     * Fails the requests whose deadline has passed. An update may only fail if it was certainly not executed, and if no
     * checkpoint must record its failure. Must not be called while a backend has the call.
     *
     * @return the number of requests that failed
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
     * Fails the questions that may fail, see {@link #failLate}. Returns the number of requests that fail. Must not be called
     * while a backend has the call.
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

    /** A read may always fail. An update may fail if it was certainly not executed and no checkpoint must record its failure. */
    private boolean mayFail(Question question) {
        return !update || backend.mayFailUnasked() && !question.mayHaveHappened();
    }

    /** Counts the requests that the call answers, and returns their number; see {@link Question#countCalled}. */
    public int countCalled(long askedNanos, long inCallNanos) {
        return questions.stream()
                .mapToInt(question -> question.countCalled(askedNanos, inCallNanos))
                .sum();
    }
}
