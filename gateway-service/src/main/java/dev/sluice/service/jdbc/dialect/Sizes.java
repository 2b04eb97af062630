package dev.sluice.service.jdbc.dialect;

/** The few sizes that statements are made for, so that a prepared one is found again: a quarter of waste at the most. */
public final class Sizes {

    private Sizes() {}

    /** The smallest of 1 to 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, … that holds {@code items}, but never above the limit. */
    public static int roundUp(int items, int limit) {
        if (items < 1 || items > limit) {
            throw new IllegalArgumentException(items + " items, where 1 to " + limit + " are possible");
        }
        final int step = Math.max(1, Integer.highestOneBit(items - 1) / 4);
        return Math.min(limit, (items + step - 1) / step * step);
    }
}
