package dev.sluice.faults.simulate.mishap;

/** The mishaps of a step. A commit that was sent may still be done on the server after any of these. */
public enum Mishap {
    NONE,
    /** The process is gone; queues keep every complete document. */
    PROCESS_CRASH,
    /** The gateway's machine loses everything in the queues that was not synced. */
    POWER_CUT,
    /** A power cut after which part of what was not synced happens to be on disk. */
    POWER_CUT_HALF,
    /** The connection is gone, and the gateway lives on. */
    CONNECTION_LOST;

    public boolean crash() {
        return this == PROCESS_CRASH || powerCut();
    }

    public boolean powerCut() {
        return this == POWER_CUT || this == POWER_CUT_HALF;
    }

    /** The end of a process, thrown through it at one of its steps. An error, since nothing of it may handle that. */
    public static final class Crash extends Error {

        private static final long serialVersionUID = 1L;

        private final Mishap mishap;

        public Crash(Mishap mishap) {
            super(mishap.name(), null, false, false);
            this.mishap = mishap;
        }

        public Mishap mishap() {
            return mishap;
        }
    }
}
