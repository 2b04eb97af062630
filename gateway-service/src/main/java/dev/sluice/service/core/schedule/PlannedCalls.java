package dev.sluice.service.core.schedule;

import dev.sluice.service.core.Affected;
import dev.sluice.service.core.Call;
import dev.sluice.service.core.Question;
import dev.sluice.service.core.ReadResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.ToIntFunction;

/**
 * Steps 4 and 5 of the plan (see {@code Planner}): the calls that are not over, in their order, and the reads that are over but
 * whose results are not written. Decides which call must wait for which. Belongs to the service thread.
 *
 * <p>A call waits for earlier ones that it conflicts with. A run of updates keeps the results of reads that it conflicts with
 * and that are not written, so that a restart has them; where one cannot be kept, or nothing more may be kept, the first
 * update that this concerns waits for a result, and results wait for each other: they are written in order. So that none waits
 * for this update itself, every call that is not under way is then parted before it. No part with earlier requests
 * waits for one with later requests: of two requests that conflict the planner puts the earlier one on the lower level, or both
 * into one run, and so into the same part or the later one into the later part. What is under way ends without waiting
 * for anything of ours. So the first request without a result can always be asked, or waits for one that can.
 */
final class PlannedCalls {

    private final BackendConditions conditions;
    private final List<Call> calls = new ArrayList<>();
    private final List<Call> unwritten = new ArrayList<>();
    private long firstUnwritten;
    private int parted;

    PlannedCalls(BackendConditions conditions) {
        this.conditions = conditions;
    }

    /** Adds one. Reads that were answered when they were planned are over; their results may be written or not. */
    void add(Call call) {
        call.lookAgain();
        if (call.waiting() > 0) {
            calls.add(call);
        } else {
            call.neverAsked();
            unwritten.add(call);
        }
    }

    int size() {
        return calls.size();
    }

    Call get(int index) {
        return calls.get(index);
    }

    /**
     * Ends one: its requests get their outcomes.
     *
     * @param rest what was taken out of it: each is asked by a call of its own, in its place
     */
    void end(Call call, List<Question> rest) {
        final int place = calls.indexOf(call);
        calls.remove(place);
        for (int i = 0; i < rest.size(); i++) {
            final Call alone = new Call(call.backend(), call.update());
            alone.add(rest.get(i));
            alone.lookAgain();
            calls.add(place + i, alone);
        }
        call.end();
        if (!call.update() && !call.questions().isEmpty()) {
            unwritten.add(call);
        }
    }

    /** Results of requests before that index are written. */
    void written(long index) {
        firstUnwritten = index;
        unwritten.removeIf(read -> read.written(index));
    }

    /** Whether one must wait for another that conflicts with it. */
    boolean mustWait(int index) {
        final Call later = calls.get(index);
        if (later.waitsFor().isPresent()) {
            return true;
        }
        for (int i = 0; i < index; i++) {
            if (new CallPair(calls.get(i), later).keepsOrder()) {
                later.waitFor(calls.get(i));
                return true;
            }
        }
        return later.update() && waitsForResults(later);
    }

    /** How many calls were parted since this was asked last: what waited may be able to start. */
    int takeParted() {
        final int taken = parted;
        parted = 0;
        return taken;
    }

    /** Whether a run must wait until a result is written; otherwise it is given those that it keeps. */
    private boolean waitsForResults(Call run) {
        if (run.backend().waitsForResults(run)) {
            partBefore(run.firstWaiting());
            return true;
        }
        final Affected affected = new Affected(run);
        final List<ReadResult> kept = new ArrayList<>();
        for (final Call read : unwritten) {
            for (final ReadResult result : affected.of(read, firstUnwritten)) {
                if (affected.mayKeep(read, result)) {
                    kept.add(result);
                } else if (mustBeWritten(result, affected)) {
                    run.waitFor(read, result.index());
                    return true;
                }
            }
        }
        kept.sort(Comparator.comparingLong(ReadResult::index));
        run.keep(kept);
        return false;
    }

    /** Parts the run before its first update that conflicts with a result; whether that is the first of all. */
    private boolean mustBeWritten(ReadResult result, Affected affected) {
        final OptionalLong update = affected.firstAfter(result);
        update.ifPresent(this::partBefore);
        return update.isPresent() && affected.firstAfter(result).isPresent();
    }

    private void partBefore(long index) {
        for (int i = calls.size() - 1; i >= 0; i--) {
            final Call call = calls.get(i);
            if (!call.underWay() && call.lastIndex() >= index) {
                final int next = i + 1;
                call.partBefore(index).ifPresent(rest -> {
                    calls.add(next, rest);
                    parted++;
                });
            }
        }
    }

    /** Whether every call that is not under way is held up by a backend that is away or slowed down. */
    boolean onlyHeldUpOnesWait(long now) {
        unwritten.forEach(read -> read.holdUp(false));
        final long firstHeldUp = lookWhy(now);
        unwritten.forEach(read -> read.holdUp(read.lastIndex() > firstHeldUp));
        lookWhy(now);
        for (final Call call : calls) {
            if (!call.underWay() && !call.heldUp()) {
                return false;
            }
        }
        return true;
    }

    /** Returns the index of the first request that is held up; results after it cannot be written. */
    private long lookWhy(long now) {
        long first = Long.MAX_VALUE;
        for (final Call call : calls) {
            final BackendCondition condition = conditions.of(call.backend());
            call.holdUp(condition.away()
                    || !call.underWay() && condition.holdsUp(now)
                    || call.waitsFor().filter(Call::heldUp).isPresent());
            if (call.heldUp()) {
                first = Math.min(first, call.firstWaiting());
            }
        }
        return first;
    }

    /** The backend that a request waits for, if it is away or slowed down, as found a moment ago; else that of no call. */
    List<BackendCondition> culprits(long request) {
        for (final Call call : calls) {
            if (call.heldUp() && call.firstWaiting() <= request) {
                return List.of(culprit(call));
            }
        }
        return List.of();
    }

    private BackendCondition culprit(Call heldUp) {
        final BackendCondition condition = conditions.of(heldUp.backend());
        return condition.away()
                ? condition
                : heldUp.waitsFor().map(this::culprit).orElse(condition);
    }

    /**
     * Fails requests of calls that no backend has, and ends the calls of which nothing is left.
     *
     * @param failing fails some of a call's, and returns how many
     * @return how many failed
     */
    int fail(ToIntFunction<Call> failing) {
        int failed = 0;
        boolean empty = false;
        for (final Call call : calls) {
            if (!call.underWay()) {
                final int its = failing.applyAsInt(call);
                if (its > 0) {
                    call.lookAgain();
                    failed += its;
                    empty |= call.waiting() == 0;
                }
            }
        }
        if (empty) {
            for (final Call call : List.copyOf(calls)) {
                if (!call.underWay() && call.waiting() == 0) {
                    end(call, List.of());
                }
            }
        }
        return failed;
    }

    /** The requests that wait for a backend; of one that answers, those that are not being asked. */
    int held(BackendCondition condition) {
        int held = 0;
        for (final Call call : calls) {
            if (call.backend() == condition.backend() && (!condition.answers() || !call.underWay())) {
                held += call.waiting();
            }
        }
        return held;
    }
}
