package dev.sluice.service.core;

/**
 * A few numbers that the end of the process does not take away, whenever it comes; unless implemented, nothing is noted. Called
 * by the service thread only.
 */
public interface Notes {

    /** The number that says nothing. */
    long NONE = -1;

    /** The numbers that are noted. */
    enum Note {
        /** The index of the last request that was taken in hand; {@link #NONE} when what is left is nobody's fault. */
        TAKEN,
        /** The index of the request that was alone in hand last; of the one answered last when the run began, if none was yet. */
        ALONE,
        /** How often the process ended while a backend had that one, doubled; odd as long as a backend has it. */
        ENDS
    }

    default long get(Note note) {
        return NONE;
    }

    default void set(Note note, long number) {}
}
