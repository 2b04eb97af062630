package dev.sluice.replay.again;

/**
 * How fast requests are written again.
 *
 * @param factor how many times as fast as they were written first; 0: as fast as possible
 */
public record Pace(double factor) {

    /** As fast as possible. */
    public static final Pace FULL = new Pace(0);

    public Pace {
        if (!(factor >= 0) || Double.isInfinite(factor)) {
            throw new IllegalArgumentException("factor " + factor + " is negative, or no number");
        }
    }

    /**
     * When a request is due.
     *
     * @param sinceFirst nanoseconds between the first recorded request and this one, by their histories
     * @return nanoseconds behind the beginning of the replay
     */
    long dueNanos(long sinceFirst) {
        return factor == 0 ? 0 : (long) (Math.max(0, sinceFirst) / factor);
    }
}
