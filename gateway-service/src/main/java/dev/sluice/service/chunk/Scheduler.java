package dev.sluice.service.chunk;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the planned calls, as many at a time as are allowed, never one before an earlier one that it conflicts with, and
 * no update before the results of the reads that it conflicts with are written: behind a crash they are asked again, and
 * must not see it. A
 * call that a backend gives back is made again after a pause, for ever if the backend is away: an outage is no error.
 *
 * <p>Belongs to the service thread.
 */
public final class Scheduler {

    private static final Logger LOG = LoggerFactory.getLogger(Scheduler.class);

    private final String gateway;
    private final int callsInFlight;
    private final List<Entry> entries = new ArrayList<>();
    private final List<Call> unwritten = new ArrayList<>();
    private final Map<Backend, Condition> conditions = new IdentityHashMap<>();
    private final CallCounts counts = new CallCounts();
    private final Backend.Replies replies = this::reply;
    private int inFlight;
    private long nowNanos;

    /**
     * @param gateway the gateway's name, for the log
     * @param callsInFlight how many calls may be under way at a time, at least 1
     */
    public Scheduler(String gateway, int callsInFlight) {
        if (callsInFlight < 1) {
            throw new IllegalArgumentException("callsInFlight " + callsInFlight + " is less than 1");
        }
        this.gateway = gateway;
        this.callsInFlight = callsInFlight;
    }

    /** Appends the calls of a chunk, in the planner's order. */
    public void add(List<Call> calls) {
        for (final Call call : calls) {
            entries.add(new Entry(call));
        }
    }

    /** Whether another chunk would find room: every planned call has been started, and one more may be. */
    public boolean hasRoom() {
        return entries.size() == inFlight && inFlight < callsInFlight;
    }

    /** The calls that are under way. */
    public int inFlight() {
        return inFlight;
    }

    public CallCounts counts() {
        return counts;
    }

    /**
     * Takes what the backends have answered. Also without a call under way: one may say that the gateway must stop.
     *
     * @param now the clock of the duty cycle, in nanoseconds
     * @return how many calls came back
     */
    public int poll(Iterable<? extends Backend> backends, long now) {
        nowNanos = now;
        int polled = 0;
        for (final Backend backend : backends) {
            polled += backend.poll(replies);
        }
        return polled;
    }

    /**
     * Starts what may start now.
     *
     * @param now the clock of the duty cycle, in nanoseconds
     * @param firstUnwritten the index of the first request whose result is not written; results are written in order
     * @return how many calls were started
     */
    public int start(long now, long firstUnwritten) {
        unwritten.removeIf(call -> call.lastIndex() < firstUnwritten);
        int started = 0;
        for (int i = 0; i < entries.size() && inFlight < callsInFlight; i++) {
            final Entry entry = entries.get(i);
            if (entry.due(now) && conditionOf(entry.call).admits(now) && !mustWait(i) && start(entry)) {
                started++;
            }
        }
        return started;
    }

    private boolean start(Entry entry) {
        if (!entry.call.backend().start(entry.call)) {
            return false;
        }
        final Condition condition = conditionOf(entry.call);
        entry.started = true;
        entry.outages = condition.outages;
        condition.probing |= condition.away;
        inFlight++;
        return true;
    }

    private Condition conditionOf(Call call) {
        return conditions.computeIfAbsent(call.backend(), key -> new Condition());
    }

    private boolean mustWait(int index) {
        final Call call = entries.get(index).call;
        for (int i = 0; i < index; i++) {
            if (call.mustFollow(entries.get(i).call)) {
                return true;
            }
        }
        for (final Call read : unwritten) {
            if (call.update() && call.mustFollow(read)) {
                return true;
            }
        }
        return false;
    }

    private void reply(Call call, Backend.Reply reply) {
        final Entry entry = entryOf(call);
        final Condition condition = conditionOf(call);
        inFlight--;
        entry.started = false;
        counts.count(call, reply.trips());
        if (reply instanceof Backend.Reply.Unavailable unavailable) {
            if (condition.concerns(entry)) {
                goneAway(call.backend(), condition, unavailable.reason());
            }
            return;
        }
        if (condition.away && condition.concerns(entry)) {
            cameBack(call.backend(), condition);
        }
        if (reply instanceof Backend.Reply.Conflicted) {
            call.countConflict();
            entry.pauseUntil(nowNanos + call.backend().resilience().backoff().pauseNanos(call.conflicts()));
            return;
        }
        if (reply instanceof Backend.Reply.Throttled) {
            entry.pauseUntil(nowNanos + call.backend().resilience().backoff().pauseNanos(1));
            return;
        }
        entries.remove(entry);
        call.distribute();
        if (!call.update()) {
            unwritten.add(call);
        }
    }

    private void goneAway(Backend backend, Condition condition, String reason) {
        if (!condition.away) {
            condition.away = true;
            condition.outages++;
            condition.sinceNanos = nowNanos;
            LOG.warn(
                    "{}: {} is away: {}. Requests are held and asked again until it is back",
                    gateway,
                    backend.name(),
                    reason);
        }
        condition.probing = false;
        condition.attempts++;
        condition.notBeforeNanos = nowNanos + backend.resilience().backoff().pauseNanos(condition.attempts);
    }

    private void cameBack(Backend backend, Condition condition) {
        condition.away = false;
        condition.probing = false;
        LOG.warn(
                "{}: {} is back after {} ms and {} attempts",
                gateway,
                backend.name(),
                (nowNanos - condition.sinceNanos) / 1_000_000,
                condition.attempts);
        condition.attempts = 0;
    }

    private Entry entryOf(Call call) {
        for (final Entry entry : entries) {
            if (entry.call == call && entry.started) {
                return entry;
            }
        }
        throw new IllegalStateException(call.backend().name() + " answered a call that it was not asked");
    }

    /** A planned call. */
    private static final class Entry {
        private final Call call;
        private boolean started;
        private int outages;
        private long notBeforeNanos;
        private boolean paused;

        Entry(Call call) {
            this.call = call;
        }

        void pauseUntil(long nanos) {
            paused = true;
            notBeforeNanos = nanos;
        }

        boolean due(long now) {
            return !started && (!paused || notBeforeNanos - now <= 0);
        }
    }

    /**
     * How a backend is. While it is away, one call at a time tries whether it is back, and only what that one meets
     * counts: calls that were under way before the outage tell of the past.
     */
    private static final class Condition {
        private boolean away;
        private boolean probing;
        private int outages;
        private int attempts;
        private long sinceNanos;
        private long notBeforeNanos;

        /** Whether the call was started after the last outage began, or before there was one. */
        boolean concerns(Entry entry) {
            return entry.outages == outages;
        }

        boolean admits(long now) {
            return !away || (!probing && notBeforeNanos - now <= 0);
        }
    }
}
