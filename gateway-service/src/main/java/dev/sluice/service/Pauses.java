package dev.sluice.service;

import java.util.concurrent.TimeUnit;

/**
 * The pauses before a lane is opened anew: two seconds, in which a gateway that was stopped for a while hears that its lane has gone, and
 * one that has just claimed the lane writes its name; then each twice as long as the one before, up to half a minute. A lane that was
 * served for longer than that begins with two seconds again. Any thread; one waits.
 */
final class Pauses {

    static final long FIRST_MILLIS = 2_000;
    static final long LONGEST_MILLIS = 30_000;

    private long nextMillis = FIRST_MILLIS;
    private long lastNanos = System.nanoTime();
    private boolean ended;

    /** How long the next one is. */
    synchronized long nextMillis() {
        if (System.nanoTime() - lastNanos > TimeUnit.MILLISECONDS.toNanos(LONGEST_MILLIS)) {
            nextMillis = FIRST_MILLIS;
        }
        return nextMillis;
    }

    /** Waits for the next one; returns false once {@link #end} was called, which ends it, too. */
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

    /** The lane is not to be opened anew. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    synchronized boolean ended() {
        return ended;
    }
}
