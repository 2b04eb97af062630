package dev.sluice.service.chunk;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * One trip to a backend: reads of one operation with the same argument types, or a run of updates in their order. While
 * a backend has it, it belongs to the backend; otherwise to the service thread.
 */
public final class Call {

    private static final long NOT_KNOWN = Long.MIN_VALUE;

    private final Backend backend;
    private final boolean update;
    private final List<Question> questions = new ArrayList<>();
    private Set<Footprint> parts = new LinkedHashSet<>(2);
    private Footprint footprint;
    private int conflicts;
    private CallTimes answeredIn = CallTimes.NONE;
    private long lastIndex = NOT_KNOWN;
    private long deadlineMillis = NOT_KNOWN;

    Call(Backend backend, boolean update) {
        this.backend = backend;
        this.update = update;
    }

    void add(Question question) {
        questions.add(question);
        parts.add(question.operation().footprint());
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
        return conflicts;
    }

    void countConflict() {
        conflicts++;
    }

    /** What its questions touch, while it is planned. */
    Set<Footprint> parts() {
        return parts;
    }

    Footprint footprint() {
        if (footprint == null) {
            footprint = Footprint.union(parts);
            parts = Set.of();
        }
        return footprint;
    }

    /** The index of the last request that is answered by it; once everything was added. */
    long lastIndex() {
        if (lastIndex == NOT_KNOWN) {
            for (final Question question : questions) {
                lastIndex = Math.max(lastIndex, question.lastIndex());
            }
        }
        return lastIndex;
    }

    /** The index of the first request that still waits for it; that of no request if none does. */
    long firstWaiting() {
        for (final Question question : questions) {
            if (question.waiting() > 0) {
                return question.index(); // or a later one of those that share it, which is near enough
            }
        }
        return Long.MAX_VALUE;
    }

    /** The requests that wait for it. */
    int waiting() {
        int waiting = 0;
        for (final Question question : questions) {
            waiting += question.waiting();
        }
        return waiting;
    }

    /** The backend is about to be given it: notes whose deadline has passed. */
    void prepare(LongSupplier wallClockMillis) {
        for (final Question question : questions) {
            question.prepare(wallClockMillis);
        }
    }

    /** The backend has it. */
    void started() {
        for (final Question question : questions) {
            question.asked();
        }
    }

    /** It came back without the backend having heard of it. */
    void notStarted() {
        for (final Question question : questions) {
            question.notAsked();
        }
    }

    /** The earliest deadline of a request that may fail for it. */
    long deadlineMillis() {
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
    int failLate(long wallClockMillis) {
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
    int fail(Function<Operation, Outcome> failure) {
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

    /** Whether this call, planned later, must wait for the other. Updates of one database always keep their order. */
    boolean mustFollow(Call earlier) {
        if (update && earlier.update) {
            return footprint().ordersUpdatesWith(earlier.footprint());
        }
        return footprint().conflictsWith(earlier.footprint());
    }

    /** Counts the requests that it answers, and returns how many; see {@link Question#countCalled}. */
    int countCalled(long askedNanos, long inCallNanos) {
        int requests = 0;
        for (final Question question : questions) {
            requests += question.countCalled(askedNanos, inCallNanos);
        }
        return requests;
    }

    /** The backend gave it back, asked for so long: some of its questions may be answered. */
    void givenBack(CallTimes times) {
        for (final Question question : questions) {
            question.returned(times);
        }
    }

    /** The backend answered it, asked for so long. */
    void answered(CallTimes times) {
        answeredIn = times;
    }

    void distribute() {
        for (final Question question : questions) {
            if (answeredIn != CallTimes.NONE) {
                question.returned(answeredIn);
            }
            question.distribute();
        }
    }
}
