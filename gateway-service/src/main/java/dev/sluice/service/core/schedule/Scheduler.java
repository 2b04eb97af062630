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
 * Makes the planned calls, as many at a time as each backend takes, never one before an earlier one that it conflicts with, and
 * no update before the results of the reads that it conflicts with are written, unless it keeps them: after a crash those reads
 * must not see it. A call that a backend gives back is made again after a pause, for ever if the backend is away: an
 * outage is no error, unless it is configured to be one after some time.
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
     * @param wallClockNanos nanoseconds since 1970, for deadlines and histories; asked twice for each call
     * @param precautions are told what backends have
     * @param counts of calls
     */
    public Scheduler(String gateway, LongSupplier wallClockNanos, Precautions precautions, GatewayCounts counts) {
        this.precautions = precautions;
        this.conditions = new BackendConditions(gateway, counts);
        this.planned = new PlannedCalls(conditions);
        this.held = planned::held;
        this.clock = new CallClock(wallClockNanos);
        this.wallClockMillis = () -> Math.floorDiv(wallClockNanos.getAsLong(), 1_000_000L);
    }

    /** Makes backends known before they are asked. */
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
     * Whether another chunk would find room: one more call may be made at a backend that it asks, and every planned one
     * has been, but for those that a backend holds up. What waits only for its turn is waited for, so that the next chunk
     * is a full one.
     *
     * @param asked the backends that the chunk asks; those that hold up their calls anyway are not waited for
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
     * No more requests fit into the window: if it is for a backend that holds them up, the log says once which one.
     *
     * @param firstUnwritten the index of the first request whose result is not written
     * @param inHand the requests in hand
     * @param position an index as text
     */
    public void windowIsFull(long firstUnwritten, int inHand, LongFunction<String> position) {
        if (conditions.troubled()) {
            for (final BackendCondition culprit : planned.culprits(firstUnwritten)) {
                culprit.holdsLine(() -> position.apply(firstUnwritten), inHand - 1);
            }
        }
    }

    /** A turn of the duty cycle begins, at that time of its clock, in nanoseconds: backends may reply. */
    public void turn(long now) {
        nowNanos = now;
    }

    /**
     * Starts what may start now, and fails what may not wait any longer.
     *
     * @param now the clock of the duty cycle, in nanoseconds
     * @param firstUnwritten the index of the first request whose result is not written; results are written in order
     * @return how many calls were started, and requests failed
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
            final Call call = planned.get(i); // another has this place when calls before it are parted
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

    /** Tries with one call whether a backend is back: with the first, and now and then with another. */
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
                        new IllegalStateException(call.backend().name() + " answered a call that it was not asked"));
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

    /** Fails requests whose deadline has passed before they were asked, and those that are held alone for too long. */
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

    /** Fails what waits for a backend that has been away for too long. */
    private int failHeld(BackendCondition condition) {
        final int failed = planned.fail(call -> call.backend() == condition.backend()
                ? call.fail(operation -> condition.failure(operation, nowNanos))
                : 0);
        condition.counts().add(BackendCounts.Count.UNAVAILABLE_REQUESTS, failed);
        return failed;
    }

    /**
     * The wall clock by which calls begin and end. Tells no two calls the same beginning, so that it tells them apart in what is
     * written of them. Belongs to the service thread.
     */
    private static final class CallClock {

        /** A wall clock that goes back further than this was set; otherwise it is coarse, and stands. */
        private static final long COARSE_NANOS = 50_000_000;

        private final LongSupplier wallClockNanos;
        private long last;

        CallClock(LongSupplier wallClockNanos) {
            this.wallClockNanos = wallClockNanos;
        }

        /** A call begins now: nanoseconds since 1970. */
        long begin() {
            final long now = wallClockNanos.getAsLong();
            last = now <= last && last - now < COARSE_NANOS ? last + 1 : now;
            return last;
        }

        /** The one that began then ends now. */
        CallTimes end(long begunNanos) {
            return new CallTimes(begunNanos, Math.max(begunNanos, wallClockNanos.getAsLong()), 1);
        }
    }
}
