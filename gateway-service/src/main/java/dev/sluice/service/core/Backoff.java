package dev.sluice.service.core;

/**
 * The pauses between attempts. Each pause is twice the previous one, up to the longest. Each is then shortened by a random
 * amount of up to half, so that many gateways do not all call a starting backend at the same moment. ("Equal jitter" in
 * M. Brooker, Exponential Backoff And Jitter, AWS Architecture Blog, 2015.)
 *
 * @param firstNanos the pause after the first failed attempt, at least 1
 * @param longestNanos the longest pause
 */
public record Backoff(long firstNanos, long longestNanos) {

    private static final double TO_UNIT = 0x1p-53;

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
        return longest - (long) (longest / 2 * ((mixed(chance) >>> 11) * TO_UNIT));
    }

    /** Maps close seeds to distant numbers: the output function of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014). */
    private static long mixed(long number) {
        long mixed = number + 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }
}
