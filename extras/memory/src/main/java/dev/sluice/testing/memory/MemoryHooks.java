package dev.sluice.testing.memory;

/**
 * Points at which a test changes the behaviour of a lane in memory. Without hooks every result is visible at once, and nothing
 * fails. An exception of a hook reaches the caller of the lane.
 */
public interface MemoryHooks {

    /** Called when the gateway's reader is told that a turn begins. */
    default void turn() {}

    /**
     * Called before a result is written; an exception prevents that.
     *
     * @param results the number of results before it
     */
    default void write(int results) {}

    /** Returns how many of the written results readers see. */
    default int visible(int written) {
        return written;
    }
}
