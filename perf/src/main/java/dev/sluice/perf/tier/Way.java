package dev.sluice.perf.tier;

/** Where the function is, and how it is asked. */
interface Way {

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
}
