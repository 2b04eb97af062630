package dev.sluice.service.core;

import java.util.SplittableRandom;

/**
 * The pauses between attempts. Each pause is twice the previous one, up to the longest. Each is then shortened by a random
 * amount of up to half, so that many gateways do not all call a starting backend at the same moment. ("Equal jitter" in
 * M. Brooker, Exponential Backoff And Jitter, AWS Architecture Blog, 2015.)
 *
 * @param firstNanos the pause after the first failed attempt, at least 1
 * @param longestNanos the longest pause
 */
public record Backoff(long firstNanos, long longestNanos) {

    public Backoff {
        if (firstNanos < 1 || longestNanos < firstNanos) {
            throw new IllegalArgumentException("Backoff from " + firstNanos + " ns to " + longestNanos + " ns");
        }
    }

    /** Returns the pause after this number of failed attempts (at least 1), before it is shortened at random. */
    public long pauseNanos(int attempts) {
        final int doublings = Math.min(attempts - 1, Long.numberOfLeadingZeros(firstNanos) - 1);
        return Math.min(firstNanos << doublings, longestNanos);
    }

    /**
     * Returns the pause after this number of failed attempts (at least 1).
     *
     * @param chance the seed of the random part: a different number for each pause; the same number gives the same pause
     */
    public long pauseNanos(int attempts, long chance) {
        final long longest = pauseNanos(attempts);
        return longest - (long) (longest / 2 * new SplittableRandom(chance).nextDouble());
    }
}
