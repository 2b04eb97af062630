package dev.sluice.perf.burst;

import java.util.Optional;

/**
 * What one burst of changes took.
 *
 * @param micros for each change, from the first one asked for until the result of the last one is read
 * @param queues what the queues took, where there are some
 */
record Burst(double micros, Optional<Queues> queues) {

    /**
     * What the job's side of the queues took, in nanoseconds.
     *
     * @param writeMedian of the requests one by one, reading the clock included
     * @param writeP99 of the same
     * @param writeMean all of them divided by their number
     * @param read a result, all of them read in a row when they are there
     */
    record Queues(double writeMedian, double writeP99, double writeMean, double read) {}
}
