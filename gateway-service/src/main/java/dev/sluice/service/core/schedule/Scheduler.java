package dev.sluice.service.core.schedule;

import dev.sluice.service.core.Backend;
import dev.sluice.service.core.BackendCounts;
import dev.sluice.service.core.Call;
import dev.sluice.service.core.CallTimes;
import dev.sluice.service.core.Deadline;
import dev.sluice.service.core.GatewayCounts;
import dev.sluice.service.core.Precautions;
import dev.sluice.service.core.Question;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;

/**
 * Starts the planned calls. Each backend gets at most as many calls at a time as it accepts.
 *
 * <p>If a call conflicts with an earlier call, it starts only when the earlier call is over. If an update conflicts with an
 * earlier read, it starts only when the read's result is written, or is stored in the same transaction as the update. Otherwise
 * the read would be repeated after a crash, and would see the update.
 *
 * <p>A call that a backend gives back is repeated after a pause. While the backend is unavailable, the call is repeated for ever,
 * unless the configuration limits how long requests wait for a backend.
 *
 * <p>Belongs to the service thread.
 */
public final class Scheduler implements Backend.Replies {

    private final LongSupplier wallClockMillis;
    private final CallClock clock;
    private final BackendConditions conditions;
    private final PlannedCalls planned;
    private final Precautions precautions;
    private final ToIntFunction<Call> failingLate = this::failLate;
    private final ToIntFunction<BackendCondition> held;
    private int inFlight;
    private long nowNanos;

    /**
     * @param gateway the gateway's name, for the log
     * @param wallClockNanos the clock, in nanoseconds since 1970, for deadlines and histories; read twice for each call
     * @param precautions guard against requests that crash the process; informed before a backend gets a call, and after the
     *     backend has given the call back
     * @param counts the counts of calls
     */
    public Scheduler(String gateway, LongSupplier wallClockNanos, Precautions precautions, GatewayCounts counts) {
        this.precautions = precautions;
        this.conditions = new BackendConditions(gateway, counts);
        this.planned = new PlannedCalls(conditions);
        this.held = planned::held;
        this.clock = new CallClock(wallClockNanos);
        this.wallClockMillis = () -> Math.floorDiv(wallClockNanos.getAsLong(), 1_000_000L);
    }

    /** Makes backends known before they get their first call. */
    public void know(Iterable<? extends Backend> backends) {
        backends.forEach(conditions::of);
    }

    /** Appends the calls of a chunk, in the planner's order. */
    public void add(List<Call> calls) {
        for (final Call call : calls) {
            planned.add(call);
        }
    }

    /**
     * Whether there is room for the calls of another chunk. Two conditions must hold. First, every planned call was started,
     * except calls that wait because a backend is unavailable or slowed down. Second, at least one of the backends that the chunk
     * needs accepts another call. If a planned call waits for any other reason, there is no room on purpose: meanwhile the next
     * chunk can collect more requests.
     *
     * @param asked the backends that the chunk's calls need; an unavailable backend counts as one that accepts another call
     */
    public boolean hasRoom(Set<Backend> asked) {
        final boolean allMade =
                planned.size() == inFlight || conditions.troubled() && planned.onlyHeldUpOnesWait(nowNanos);
        return allMade && takesOneOf(asked);
    }

    private boolean takesOneOf(Set<Backend> asked) {
        for (final Backend backend : asked) {
            final BackendCondition condition = conditions.of(backend);
            if (condition.away() || !condition.full()) {
                return true;
            }
        }
        return asked.isEmpty();
    }

    /**
     * Called when no more requests fit into the window. If the reason is a backend that is unavailable or slowed down, logs once
     * which backend it is.
     *
     * @param firstUnwritten the index of the first request whose result is not written
     * @param inHand the number of requests in progress
     * @param position formats an index for messages
     */
    public void windowIsFull(long firstUnwritten, int inHand, LongFunction<String> position) {
        if (conditions.troubled()) {
            for (final BackendCondition culprit : planned.culprits(firstUnwritten)) {
                culprit.holdsLine(() -> position.apply(firstUnwritten), inHand - 1);
            }
        }
    }

    /**
     * Called at the beginning of each turn of the duty cycle, the service thread's loop. Must be called before backends reply.
     *
     * @param now the time on the clock of the duty cycle, in nanoseconds
     */
    public void turn(long now) {
        nowNanos = now;
    }

    /**
     * Starts the calls that may start now, and fails the requests that may not wait any longer.
     *
     * @param now the time of the duty cycle's clock, in nanoseconds
     * @param firstUnwritten the index of the first request whose result is not written; results are written in order
     * @return the number of calls started and requests failed
     */
    public int start(long now, long firstUnwritten) {
        nowNanos = now;
        planned.written(firstUnwritten);
        int work = planned.fail(failingLate);
        for (final BackendCondition condition : conditions.all()) {
            condition.turn(now);
            if (condition.away() && condition.admits(now)) {
                work += probe(condition);
            }
        }
        for (int i = 0; i < planned.size(); i++) {
            final Call call = planned.get(i); // mayStart may split earlier calls, which moves this one up
            work += mayStart(call, i) && start(call) ? 1 : 0;
        }
        work += planned.takeParted();
        for (final BackendCondition condition : conditions.all()) {
            if (condition.fails(now)) {
                work += failHeld(condition);
            }
        }
        conditions.publish(held);
        return work;
    }

    private boolean mayStart(Call call, int place) {
        if (!call.due(nowNanos)) {
            return false;
        }
        final BackendCondition condition = conditions.of(call.backend());
        return !condition.full() && !condition.away() && condition.admits(nowNanos) && !planned.mustWait(place);
    }

    /** Starts one call to test whether a backend is back: usually the first call, but sometimes another one. */
    private int probe(BackendCondition condition) {
        if (condition.full()) {
            return 0;
        }
        final List<Call> ready = new ArrayList<>();
        for (int i = 0; i < planned.size(); i++) {
            final Call call = planned.get(i);
            if (call.backend() == condition.backend() && call.due(nowNanos) && !planned.mustWait(i)) {
                ready.add(call);
            }
        }
        if (condition.triesAnother()) {
            ready.sort(Comparator.comparingInt(Call::timesRefused));
        }
        for (final Call call : ready) {
            if (start(call)) {
                return 1;
            }
        }
        return 0;
    }

    private boolean start(Call call) {
        final long begunNanos = clock.begin();
        call.prepare(wallClockMillis);
        precautions.asking(call);
        if (!call.backend().start(call)) {
            precautions.returned();
            return false;
        }
        conditions.of(call.backend()).started(call, begunNanos, nowNanos);
        inFlight++;
        return true;
    }

    @Override
    public void reply(Call call, Backend.Reply reply) {
        final Call.Attempt attempt = call.attempt()
                .orElseThrow(() ->
                        new IllegalStateException(call.backend().name() + " answered a call that it did not have"));
        final BackendCondition condition = conditions.of(call.backend());
        inFlight--;
        precautions.returned();
        condition.ended();
        final CallTimes times = clock.end(attempt.begunNanos());
        final boolean progressed = call.returned(times, reply.asked());
        condition.counts().count(call, reply, nowNanos);
        final long inCall = nowNanos - attempt.startedNanos();
        if (!(reply instanceof Backend.Reply.Done)) {
            call.giveWhatIsAnswered(times.begunNanos(), inCall);
        }
        if (reply instanceof Backend.Reply.Unavailable unavailable) {
            call.refused();
            condition.unavailable(attempt, unavailable, nowNanos);
        } else if (reply instanceof Backend.Reply.Throttled throttled) {
            call.refused();
            condition.throttled(attempt, progressed, throttled, nowNanos);
        } else if (reply instanceof Backend.Reply.Conflicted) {
            condition.answered(attempt, nowNanos);
            call.countConflict();
            call.pauseUntil(nowNanos + condition.pauseNanos(call.conflicts(), nowNanos));
        } else if (reply instanceof Backend.Reply.Held reason) {
            condition.holdsAlone(call, attempt, reply.asked(), nowNanos);
            call.heldAlone(reason);
            call.pauseUntil(nowNanos + condition.pauseNanos(call.timesRefused(), nowNanos));
        } else {
            final List<Question> rest = reply instanceof Backend.Reply.Parted ? call.takeUnanswered() : List.of();
            condition.answered(attempt, nowNanos);
            condition.done();
            condition.counts().answered(call, call.countCalled(times.begunNanos(), inCall));
            planned.end(call, rest);
        }
    }

    /** Fails requests of a call if their deadline has passed, or if the backend has not answered the call for too long. */
    private int failLate(Call call) {
        final int late = call.deadlineMillis() == Deadline.NONE ? 0 : call.failLate(wallClockMillis.getAsLong());
        final int unavailable = call.held().map(held -> failHeld(call, held)).orElse(0);
        if (late + unavailable > 0) {
            final BackendCounts counts = conditions.of(call.backend()).counts();
            counts.add(BackendCounts.Count.LATE_REQUESTS, late);
            counts.add(BackendCounts.Count.UNAVAILABLE_REQUESTS, unavailable);
        }
        return late + unavailable;
    }

    private int failHeld(Call call, Backend.Reply.Held held) {
        final BackendCondition condition = conditions.of(call.backend());
        return condition.tooLong(held.sinceNanos(), nowNanos)
                ? call.fail(operation -> condition.failure(operation, held, nowNanos))
                : 0;
    }

    /** Fails the requests that wait for a backend that has been unavailable for too long. */
    private int failHeld(BackendCondition condition) {
        final int failed = planned.fail(call -> call.backend() == condition.backend()
                ? call.fail(operation -> condition.failure(operation, nowNanos))
                : 0);
        condition.counts().add(BackendCounts.Count.UNAVAILABLE_REQUESTS, failed);
        return failed;
    }

    /**
     * The wall clock for the begin and end times of calls. It never returns the same begin time twice, so that the begin time
     * in a result's history identifies the call. Belongs to the service thread.
     */
    private static final class CallClock {

        /** If the clock goes back by more than this, somebody has set it. A smaller step back is only imprecision. */
        private static final long COARSE_NANOS = 50_000_000;

        private final LongSupplier wallClockNanos;
        private long last;

        CallClock(LongSupplier wallClockNanos) {
            this.wallClockNanos = wallClockNanos;
        }

        /** Returns the begin time of a call that begins now, in nanoseconds since 1970. */
        long begin() {
            final long now = wallClockNanos.getAsLong();
            last = now <= last && last - now < COARSE_NANOS ? last + 1 : now;
            return last;
        }

        /** Returns the times of a call that ends now and began at the given time. */
        CallTimes end(long begunNanos) {
            return new CallTimes(begunNanos, Math.max(begunNanos, wallClockNanos.getAsLong()), 1);
        }
    }
}
