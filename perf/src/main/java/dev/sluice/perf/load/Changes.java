package dev.sluice.perf.load;

/**
 * Changes to make, in this order.
 *
 * @param kind of all of them
 * @param first the first argument of each
 * @param second the second argument of each
 */
public record Changes(Change kind, long[] first, long[] second) {

    public int count() {
        return first.length;
    }
}
