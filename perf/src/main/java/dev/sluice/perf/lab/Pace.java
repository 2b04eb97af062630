package dev.sluice.perf.lab;

import java.util.concurrent.locks.LockSupport;

/**
 * The intended sending times of events at a fixed rate. An event that is sent late does not shift the intended times of later
 * events, and latencies are measured from the intended time. A stall therefore increases the latency of every event that it
 * delays, which avoids coordinated omission (after Gil Tene). Not thread-safe.
 */
public final class Pace {

    private static final long SHORTEST_PAUSE_NANOS = 20_000;

    private final double nanosEach;
    private final long startNanos;

    public Pace(int perSecond, long startNanos) {
        this.nanosEach = 1e9 / perSecond;
        this.startNanos = startNanos;
    }

    /** Returns the time at which the event with the given number should be sent. The first event has the number 0. */
    public long intendedNanos(long number) {
        return startNanos + (long) (number * nanosEach);
    }

    public boolean isDue(long number) {
        return System.nanoTime() - intendedNanos(number) >= 0;
    }

    /** Waits until the event with the given number is due, but at most for the given time. */
    public void rest(long number, long mostNanos) {
        final long pause = Math.min(mostNanos, intendedNanos(number) - System.nanoTime());
        if (pause > SHORTEST_PAUSE_NANOS) {
            LockSupport.parkNanos(pause);
        }
    }
}
