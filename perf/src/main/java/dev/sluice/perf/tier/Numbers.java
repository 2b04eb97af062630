package dev.sluice.perf.tier;

import java.util.Arrays;
import java.util.Random;

/**
 * Lists of random numbers, with the results of a function for these lists. The results are computed in process. Immutable.
 *
 * @param results the result for each list
 */
record Numbers(Function function, double[][] lists, double[][] results) {

    /** Generates lists with the given number of random numbers. */
    static Numbers random(Function function, int lists, int size, long seed) {
        if (size < function.leastNumbers()) {
            throw new IllegalArgumentException(
                    function.title() + " " + size + " numbers: the minimum is " + function.leastNumbers());
        }
        final Random random = new Random(seed);
        final double[][] made = new double[lists][];
        Arrays.setAll(made, i -> random.doubles(size).toArray());
        return new Numbers(function, made, function.applyToAll(made));
    }

    int count() {
        return lists.length;
    }

    /** @throws IllegalStateException if a given result differs from the result in process in any bit */
    void check(String way, double[][] given) {
        for (int i = 0; i < results.length; i++) {
            if (!Arrays.equals(results[i], given[i])) {
                throw new IllegalStateException(way + " gave " + Arrays.toString(given[i]) + " for list " + i
                        + ", but in process the result is " + Arrays.toString(results[i]));
            }
        }
    }
}
