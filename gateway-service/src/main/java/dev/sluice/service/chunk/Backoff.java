package dev.sluice.service.chunk;

/**
 * How long to wait between attempts: doubling from the first pause up to the longest.
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

    /** The pause after so many failed attempts, from 1. */
    public long pauseNanos(int attempts) {
        final int doublings = Math.min(attempts - 1, Long.numberOfLeadingZeros(firstNanos) - 1);
        return Math.min(firstNanos << doublings, longestNanos);
    }
}
