package dev.sluice.perf.lab;

import java.util.concurrent.locks.LockSupport;

/**
 * Moments at a fixed rate. What is late is late: the next moments do not wait for it, and latencies count from the moment
 * that was intended, so that a stall shows in all that it held up (coordinated omission, after Gil Tene). One thread.
 */
public final class Pace {

    private static final long SHORTEST_PAUSE_NANOS = 20_000;

    private final double nanosEach;
    private final long startNanos;

    public Pace(int perSecond, long startNanos) {
        this.nanosEach = 1e9 / perSecond;
        this.startNanos = startNanos;
    }

    /** When the event of that number, from 0, is to be sent. */
    public long intendedNanos(long number) {
        return startNanos + (long) (number * nanosEach);
    }

    public boolean isDue(long number) {
        return System.nanoTime() - intendedNanos(number) >= 0;
    }

    /** Rests until that event is due, or so long at most. */
    public void rest(long number, long mostNanos) {
        final long pause = Math.min(mostNanos, intendedNanos(number) - System.nanoTime());
        if (pause > SHORTEST_PAUSE_NANOS) {
            LockSupport.parkNanos(pause);
        }
    }
}
