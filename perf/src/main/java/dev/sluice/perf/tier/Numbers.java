package dev.sluice.perf.tier;

import java.util.Arrays;
import java.util.Random;

/**
 * Lists of random numbers, no two alike, with the results of a function in process. Immutable.
 *
 * @param results of each list
 */
record Numbers(Function function, double[][] lists, double[][] results) {

    /** Makes lists of so many numbers. */
    static Numbers random(Function function, int lists, int size, long seed) {
        if (size < function.leastNumbers()) {
            throw new IllegalArgumentException(
                    function.title() + " " + size + " numbers: " + function.leastNumbers() + " are the least");
        }
        final Random random = new Random(seed);
        final double[][] made = new double[lists][];
        Arrays.setAll(made, i -> random.doubles(size).toArray());
        return new Numbers(function, made, function.applyToAll(made));
    }

    int count() {
        return lists.length;
    }

    /** @throws IllegalStateException if a result is not the same to the last bit */
    void check(String way, double[][] given) {
        for (int i = 0; i < results.length; i++) {
            if (!Arrays.equals(results[i], given[i])) {
                throw new IllegalStateException(way + " gave " + Arrays.toString(given[i]) + " for list " + i
                        + ", and in process it is " + Arrays.toString(results[i]));
            }
        }
    }
}
