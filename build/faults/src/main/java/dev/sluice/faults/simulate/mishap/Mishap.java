package dev.sluice.faults.simulate.mishap;

/** The mishaps that can happen at a step. After any of them the database server may still carry out a commit that was sent. */
public enum Mishap {
    NONE,
    /** The process crashes; the queues keep every complete document. */
    PROCESS_CRASH,
    /** The gateway's machine loses all data in the queues that was not synced. */
    POWER_CUT,
    /** A power cut after which part of the unsynced data is on disk by chance. */
    POWER_CUT_HALF,
    /** The connection is lost, and the gateway goes on running. */
    CONNECTION_LOST,
    /** A backup of queues and databases is made at this instant. */
    BACKED_UP,
    /** The process crashes, and a database is set back to a backup. */
    DATABASE_SET_BACK,
    /** The process crashes, and the output, with the notes beside it, is set back to a backup. */
    OUTPUT_SET_BACK,
    /** The process crashes, and the queues, with the notes beside them, are set back to one backup. */
    QUEUES_SET_BACK,
    /** The process crashes, and queues and databases are set back to one backup. */
    ALL_SET_BACK,
    /** An operator tells the gateway to pause or to resume, and the watching thread sees the command at once. */
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

    /**
     * Ends a simulated process at one of its steps. It is an Error and not an Exception, because no code of the process may
     * handle it.
     */
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
