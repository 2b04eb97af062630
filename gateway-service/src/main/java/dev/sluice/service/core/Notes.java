package dev.sluice.service.core;

/**
 * A few numbers that survive the process, even if it is killed. The default methods store nothing. Called by the service thread
 * only.
 */
public interface Notes {

    /** The number that stands for no value. */
    long NONE = -1;

    /** The numbers that are stored. */
    enum Note {
        /** The index of the last request that was read; {@link #NONE} if no request can have caused the end of the last run. */
        TAKEN,
        /**
         * The index of the last request that was processed alone. If there has been none in this run, the index of the last
         * request that was answered before the run began.
         */
        ALONE,
        /** Twice the number of crashes while a backend had the {@link #ALONE} request, plus one while a backend has it now. */
        ENDS
    }

    default long get(Note note) {
        return NONE;
    }

    default void set(Note note, long number) {}
}
