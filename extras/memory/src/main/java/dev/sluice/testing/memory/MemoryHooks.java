package dev.sluice.testing.memory;

/**
 * Points at which a test changes the behaviour of a lane in memory. Without hooks every result is visible at once, and nothing
 * fails. An exception that a hook throws is passed on to the caller of the lane's method.
 */
public interface MemoryHooks {

    /** Called at the start of each round of the loop of the gateway's service thread. */
    default void turn() {}

    /**
     * Called before a result is written. If this method throws, the result is not written.
     *
     * @param results the number of results written before
     */
    default void write(int results) {}

    /** Returns the number of results that readers see, out of the number of written results. */
    default int visible(int written) {
        return written;
    }
}
