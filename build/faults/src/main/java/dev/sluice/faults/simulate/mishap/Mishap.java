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
    CONNECTION_LOST,
    /** A backup is made of everything, as it is at that instant. */
    BACKED_UP,
    /** The process is gone, and a database is set back to a backup. */
    DATABASE_SET_BACK,
    /** The process is gone, and the output, with the notes beside it, is set back to a backup. */
    OUTPUT_SET_BACK,
    /** The process is gone, and the queues, with the notes beside them, are set back to one backup. */
    QUEUES_SET_BACK,
    /** The process is gone, and queues and databases are set back to one backup. */
    ALL_SET_BACK,
    /** An operator wants the gateway to pause, or to go on, and the thread that watches sees it at once. */
    PAUSED;

    public boolean crash() {
        return this == PROCESS_CRASH || powerCut() || setsBack();
    }

    public boolean setsBack() {
        return this == DATABASE_SET_BACK || this == OUTPUT_SET_BACK || this == QUEUES_SET_BACK || this == ALL_SET_BACK;
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
