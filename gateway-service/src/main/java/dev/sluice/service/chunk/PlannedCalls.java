package dev.sluice.service.chunk;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * The calls that were planned and are not over, in their order, and reads that are over but whose results are not
 * written. Knows what must wait for what. Belongs to the service thread.
 */
final class PlannedCalls {

    private final List<PlannedCall> calls = new ArrayList<>();
    private final List<PlannedCall> unwritten = new ArrayList<>();
    private long added;

    /** Adds one. Reads that were answered when they were planned are over; their results may be written or not. */
    void add(Call call, BackendCondition condition) {
        final PlannedCall one = new PlannedCall(call, condition, added++);
        if (one.waiting() > 0) {
            calls.add(one);
        } else {
            one.end();
            unwritten.add(one);
        }
    }

    int size() {
        return calls.size();
    }

    PlannedCall get(int index) {
        return calls.get(index);
    }

    /** The one that is under way. */
    PlannedCall underWay(Call call) {
        for (final PlannedCall one : calls) {
            if (one.call() == call && one.started()) {
                return one;
            }
        }
        throw new IllegalStateException(call.backend().name() + " answered a call that it was not asked");
    }

    /** Ends one: its requests get their outcomes. */
    void end(PlannedCall call) {
        calls.remove(call);
        call.end();
        call.call().distribute();
        if (!call.call().update()) {
            unwritten.add(call);
        }
    }

    /** Results of requests before that index are written. */
    void written(long firstUnwritten) {
        unwritten.removeIf(read -> {
            if (read.call().lastIndex() >= firstUnwritten) {
                return false;
            }
            read.written();
            return true;
        });
    }

    /** Whether one must wait for another that conflicts with it. */
    boolean mustWait(int index) {
        final PlannedCall later = calls.get(index);
        if (later.waits()) {
            return true;
        }
        final Call call = later.call();
        for (int i = 0; i < index; i++) {
            if (call.mustFollow(calls.get(i).call())) {
                later.waitFor(calls.get(i));
                return true;
            }
        }
        for (final PlannedCall read : unwritten) {
            if (call.update() && read.before(later) && call.mustFollow(read.call())) {
                later.waitFor(read);
                return true;
            }
        }
        return false;
    }

    /** Whether every call that is not under way is held up by a backend that is away or slowed down. */
    boolean onlyHeldUpOnesWait(long now) {
        unwritten.forEach(read -> read.holdUp(false));
        final long firstHeldUp = lookWhy(now);
        unwritten.forEach(read -> read.holdUp(read.call().lastIndex() > firstHeldUp));
        lookWhy(now);
        for (final PlannedCall call : calls) {
            if (!call.started() && !call.heldUp()) {
                return false;
            }
        }
        return true;
    }

    /** Returns the index of the first request that is held up; results behind it cannot be written. */
    private long lookWhy(long now) {
        long first = Long.MAX_VALUE;
        for (final PlannedCall call : calls) {
            call.lookWhy(now);
            if (call.heldUp()) {
                first = Math.min(first, call.firstWaiting());
            }
        }
        return first;
    }

    /** The backend that a request waits for, if it is away or slowed down, as found a moment ago; else that of no call. */
    List<BackendCondition> culprits(long request) {
        for (final PlannedCall call : calls) {
            if (call.heldUp() && call.firstWaiting() <= request) {
                return List.of(call.culprit());
            }
        }
        return List.of();
    }

    /**
     * Fails requests of calls that no backend has, and ends the calls of which nothing is left.
     *
     * @param failing fails some of a call's, and returns how many
     * @return how many failed
     */
    int fail(ToIntFunction<PlannedCall> failing) {
        int failed = 0;
        boolean empty = false;
        for (final PlannedCall call : calls) {
            if (!call.started()) {
                final int its = failing.applyAsInt(call);
                if (its > 0) {
                    call.lookAgain();
                    failed += its;
                    empty |= call.waiting() == 0;
                }
            }
        }
        if (empty) {
            for (final PlannedCall call : List.copyOf(calls)) {
                if (!call.started() && call.waiting() == 0) {
                    end(call);
                }
            }
        }
        return failed;
    }

    /** The requests that wait for a backend; of one that answers, those that are not being asked. */
    int held(BackendCondition condition) {
        int held = 0;
        for (final PlannedCall call : calls) {
            if (call.condition() == condition && (!condition.answers() || !call.started())) {
                held += call.waiting();
            }
        }
        return held;
    }
}
