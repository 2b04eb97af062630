package dev.sluice.service.core.schedule;

import dev.sluice.service.core.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * The calls that were planned and are not over, in their order, and reads that are over but whose results are not
 * written. Knows what must wait for what. Belongs to the service thread.
 */
final class PlannedCalls {

    private final BackendConditions conditions;
    private final List<Call> calls = new ArrayList<>();
    private final List<Call> unwritten = new ArrayList<>();
    private long added;
    private long firstUnwritten = Long.MIN_VALUE;

    PlannedCalls(BackendConditions conditions) {
        this.conditions = conditions;
    }

    /** Adds one. Reads that were answered when they were planned are over; their results may be written or not. */
    void add(Call call) {
        call.planned(added++);
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

    /** Ends one: its requests get their outcomes. */
    void end(Call call) {
        calls.remove(call);
        call.end();
        if (!call.update()) {
            unwritten.add(call);
        }
    }

    /** Results of requests before that index are written. */
    void written(long firstUnwritten) {
        this.firstUnwritten = firstUnwritten;
        unwritten.removeIf(read -> read.written(firstUnwritten));
    }

    /** Whether one must wait for another that conflicts with it. */
    boolean mustWait(int index) {
        final Call later = calls.get(index);
        if (later.waitsFor().isPresent()) {
            return true;
        }
        for (int i = 0; i < index; i++) {
            final long last = later.lastConflict(calls.get(i));
            if (last != Call.NO_CONFLICT) {
                later.waitFor(calls.get(i), last);
                return true;
            }
        }
        for (final Call read : unwritten) {
            final long last = later.update() && read.before(later) ? later.lastConflict(read) : Call.NO_CONFLICT;
            if (last != Call.NO_CONFLICT && last >= firstUnwritten) {
                later.waitFor(read, last);
                return true;
            }
        }
        return false;
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
                    end(call);
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
