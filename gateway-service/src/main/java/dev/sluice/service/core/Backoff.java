package dev.sluice.service.core;

import java.util.SplittableRandom;

/**
 * How long to wait between attempts: doubling from the first pause up to the longest, each shortened by chance by up to
 * half, so that many gateways do not ask a backend that is starting all at the same moment. ("Equal jitter" in M. Brooker,
 * Exponential Backoff And Jitter, AWS Architecture Blog, 2015.)
 *
 * @param firstNanos the pause after the first failed attempt, at least 1
 * @param longestNanos no pause is longer
 */
public record Backoff(long firstNanos, long longestNanos) {

    public Backoff {
        if (firstNanos < 1 || longestNanos < firstNanos) {
            throw new IllegalArgumentException("Backoff from " + firstNanos + " ns to " + longestNanos + " ns");
        }
    }

    /** The longest pause after so many failed attempts, from 1. */
    public long pauseNanos(int attempts) {
        final int doublings = Math.min(attempts - 1, Long.numberOfLeadingZeros(firstNanos) - 1);
        return Math.min(firstNanos << doublings, longestNanos);
    }

    /**
     * The pause after so many failed attempts, from 1.
     *
     * @param chance any number, another one for each pause; the same one gives the same pause
     */
    public long pauseNanos(int attempts, long chance) {
        final long longest = pauseNanos(attempts);
        return longest - (long) (longest / 2 * new SplittableRandom(chance).nextDouble());
    }
}
