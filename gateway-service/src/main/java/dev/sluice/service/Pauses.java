package dev.sluice.service;

import java.util.concurrent.TimeUnit;

/**
 * The pauses before a lane is opened again. The first takes two seconds. During these two seconds a gateway that was suspended
 * learns that it has lost its lane, and a gateway that has just taken the lane over writes its name. Each further pause is twice
 * as long as the previous one, up to half a minute. If the lane was served for longer than half a minute, the pauses begin with
 * two seconds again. Any thread may use this, but only one may wait.
 */
final class Pauses {

    static final long FIRST_MILLIS = 2_000;
    static final long LONGEST_MILLIS = 30_000;

    private long nextMillis = FIRST_MILLIS;
    private long lastNanos = System.nanoTime();
    private boolean ended;

    /** Returns the length of the next pause. */
    synchronized long nextMillis() {
        if (System.nanoTime() - lastNanos > TimeUnit.MILLISECONDS.toNanos(LONGEST_MILLIS)) {
            nextMillis = FIRST_MILLIS;
        }
        return nextMillis;
    }

    /** Waits for the length of the next pause. Returns false if {@link #end} was called, which also ends the wait. */
    synchronized boolean await() {
        final long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(nextMillis());
        for (long left = nextMillis; !ended && left > 0; ) {
            try {
                wait(left);
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
                ended = true;
            }
            left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        }
        nextMillis = Math.min(2 * nextMillis, LONGEST_MILLIS);
        lastNanos = System.nanoTime();
        return !ended;
    }

    /** Ends all pauses, because the lane must not be opened again. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    synchronized boolean ended() {
        return ended;
    }
}
