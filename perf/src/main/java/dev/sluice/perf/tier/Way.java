package dev.sluice.perf.tier;

import dev.sluice.perf.baseline.MathByHand;

/** Where the function is, and how it is asked. */
interface Way {

    String IN_PROCESS = "in process";
    String SINGLE = "REST, one call each";

    static String byHand(int chunk) {
        return "REST by hand, chunks of " + chunk;
    }

    static String gateway(int chunk) {
        return "gateway, chunks of " + chunk;
    }

    static String named(Function function, String way) {
        return function.title() + ", " + way;
    }

    /** Before it is measured: opens what it would not keep open while others are measured. */
    default void open() throws Exception {}

    /** The result for each list, in their order. */
    double[][] ask(Numbers numbers) throws Exception;

    /** Nanoseconds in writing and parsing JSON on this side of the wire, for what was asked last. */
    long jsonNanos() throws Exception;

    /** Whether work, JSON and transport of several calls happen at a time, so that their times do not add up. */
    default boolean overlaps() {
        return false;
    }

    /** When it has been measured. */
    default void close() {}

    /** Where the function is at hand. */
    record InProcess() implements Way {

        @Override
        public double[][] ask(Numbers numbers) {
            final double[][] results = new double[numbers.count()][];
            for (int i = 0; i < results.length; i++) {
                results[i] = numbers.function().apply(numbers.lists()[i]);
            }
            return results;
        }

        @Override
        public long jsonNanos() {
            return 0;
        }
    }

    /**
     * Over REST by hand.
     *
     * @param chunk lists in a call; 0 for a call of its own, without the form that many need
     */
    record ByHand(MathByHand calls, int chunk) implements Way {

        @Override
        public double[][] ask(Numbers numbers) throws Exception {
            calls.jsonNanos();
            final String function = numbers.function().lookup();
            return chunk == 0
                    ? calls.singly(function, numbers.lists())
                    : calls.inChunks(function, numbers.lists(), chunk);
        }

        @Override
        public long jsonNanos() {
            return calls.jsonNanos();
        }
    }
}
