package dev.sluice.service.core;

/**
 * How long to wait between attempts: doubling from the first pause up to the longest, each shortened by chance by up to
 * half, so that many gateways do not ask a backend that is starting all at the same moment. ("Equal jitter" in M. Brooker,
 * Exponential Backoff And Jitter, AWS Architecture Blog, 2015.)
 *
 * @param firstNanos the pause after the first failed attempt, at least 1
 * @param longestNanos no pause is longer
 */
public record Backoff(long firstNanos, long longestNanos) {

    private static final double TO_UNIT = 0x1p-53;

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
        return longest - (long) (longest / 2 * ((mixed(chance) >>> 11) * TO_UNIT));
    }

    /** Spreads what is near each other: the output function of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014). */
    private static long mixed(long number) {
        long mixed = number + 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }
}
