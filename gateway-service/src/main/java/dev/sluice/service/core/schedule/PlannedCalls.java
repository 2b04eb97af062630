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
 * Steps 4 and 5 of the plan (see {@code Planner}). Contains the calls that are not over, in their order, and the reads that are
 * over but whose results are not written. Decides which call must wait for which. Belongs to the service thread.
 *
 * <p>A call waits for the earlier calls that it conflicts with. Besides, a run of updates (one call) must not change what an
 * earlier read finds while the read's result is not written: after a crash the read would be executed again, and would see the
 * updates. So the run stores, in its transaction, the results of the reads that it conflicts with. If such a result cannot be
 * stored, or no more results may be stored, the first update that conflicts with the read waits until the read's result is
 * written. Results are written in request order, so the update also waits for all results before that result. If one of them
 * belonged to a request in the same call as the update, the update would wait for itself. Therefore every call that is not in
 * flight is split before the update.
 *
 * <p>This never deadlocks. After a split, the part with the earlier requests never waits for the part with the later requests.
 * The reason: of two conflicting requests, the planner puts the earlier one on the lower level, or puts both into one run. So a
 * split leaves both requests in the same part, or puts the later request into the later part. Calls in flight end without waiting
 * for other calls. So the first request without a result can always be executed, or waits for a request that can be executed.
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

    /** Adds a call. If a cache has answered all reads of the call, it is over at once, although no result is written yet. */
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
     * Ends a call, and gives its requests their outcomes.
     *
     * @param rest the unanswered questions, which were removed from the call; each gets a separate call at the ended call's index
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

    /** Records that the results of requests before this index are written. */
    void written(long index) {
        firstUnwritten = index;
        unwritten.removeIf(read -> read.written(index));
    }

    /** Whether the call at this index must wait for an earlier call, or until the results of conflicting reads are written. */
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

    /** Returns how many calls were split since the last call of this method. After a split, a waiting call may start. */
    int takeParted() {
        final int taken = parted;
        parted = 0;
        return taken;
    }

    /**
     * Whether a run of updates must wait until a result is written. If the run need not wait, sets the read results that it must
     * store.
     */
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

    /**
     * Splits all calls before the first update of the run that conflicts with the read of this result. Returns whether the run
     * still contains a conflicting update after the split; if so, the run must wait until the result is written.
     */
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

    /** Whether every call that is not in flight is held up by an unavailable or slowed-down backend. */
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

    /**
     * Finds out which calls are held up. Returns the index of the first request of these calls; all later results wait for its
     * result.
     */
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

    /** Returns the unavailable or slowed-down backend that a request waits for, if {@link #onlyHeldUpOnesWait} found one. */
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
     * Fails requests of calls that no backend has, and ends the calls for which no request waits any more.
     *
     * @param failing fails some requests of a call, and returns their number
     * @return the number of requests that failed
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

    /** Returns the number of requests that wait for a backend. If the backend answers, requests in flight do not count. */
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
