package dev.sluice.service.core.schedule;

import dev.sluice.service.core.Backoff;
import dev.sluice.service.core.Resilience;

/**
 * Limits how fast calls to one backend may follow each other. The configured rate is never exceeded: calls are spread evenly,
 * with a credit of some milliseconds for calls that the service thread started late (a virtual-scheduling leaky bucket, ITU-T
 * I.371). If a backend asks for fewer calls, the rate is halved and then rises linearly to the full rate: additive increase,
 * multiplicative decrease (Chiu and Jain, 1989), as in TCP.
 *
 * <p>Belongs to the service thread.
 */
public final class CallRate {

    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final long CREDIT_NANOS = 10_000_000L;
    /** The weight of the last interval in the moving average of intervals, as in TCP's estimate of the round trip. */
    private static final double WEIGHT = 0.125;

    private final long leastNanos;
    private final Backoff backoff;
    private boolean begun;
    private long nextNanos;
    private long lastNanos;
    private double meanNanos;
    private boolean slowed;
    private int slowdowns;
    /** The full rate in calls a nanosecond. */
    private double full;

    private double slow;
    private long risesFromNanos;

    /**
     * @param resilience contains the configured rate and the longest pause. No interval between calls is longer than that pause.
     *     The slope of the rise is constant: a rise from zero to the full rate would take twice that pause.
     */
    public CallRate(Resilience resilience) {
        this.backoff = resilience.backoff();
        this.leastNanos = resilience.callsPerSecond().isPresent()
                ? SECOND_NANOS / resilience.callsPerSecond().getAsLong()
                : 0;
    }

    /** Whether the next call may start. */
    public boolean admits(long now) {
        return !begun || nextNanos - now <= 0;
    }

    /** Called when a call starts. */
    public void started(long now) {
        final long interval = intervalNanos(now);
        final long earliest = now - Math.max(0, CREDIT_NANOS - interval);
        measure(now);
        nextNanos = (begun && nextNanos - earliest > 0 ? nextNanos : earliest) + interval;
        lastNanos = now;
        begun = true;
    }

    private void measure(long now) {
        if (begun) {
            final long gap = Math.min(now - lastNanos, backoff.longestNanos());
            meanNanos += meanNanos == 0 ? gap : WEIGHT * (gap - meanNanos);
        }
    }

    /**
     * Called when the backend asks for fewer calls; halves the rate.
     *
     * @param untilNanos the end of the backend's pause, when the rate begins to rise
     */
    public void slowDown(long now, long untilNanos) {
        if (!slowed) {
            full = 1 / Math.max(1, meanNanos == 0 ? backoff.firstNanos() : meanNanos);
        }
        final double rate = slowed ? rate(now) : full;
        slow = Math.max(Math.min(rate, full) / 2, 1.0 / backoff.longestNanos());
        risesFromNanos = untilNanos;
        slowed = true;
        slowdowns++;
    }

    /** Whether the rate is reduced. The reduction ends by itself, see {@link #recovered}. */
    public boolean slowed() {
        return slowed;
    }

    /** Returns the number of slowdowns. A call that started before the last slowdown tells nothing about the present rate. */
    public int slowdowns() {
        return slowdowns;
    }

    /** Ends a slowdown if the rate is full again, and returns whether a slowdown was ended. */
    public boolean recovered(long now) {
        if (slowed && rate(now) >= full) {
            slowed = false;
            return true;
        }
        return false;
    }

    private double rate(long now) {
        final double risen = Math.max(0, now - risesFromNanos);
        return slow + full * risen / (2.0 * backoff.longestNanos());
    }

    private long intervalNanos(long now) {
        return slowed ? Math.max(leastNanos, (long) (1 / rate(now))) : leastNanos;
    }
}
