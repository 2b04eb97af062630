package dev.sluice.replay.act;

/** What becomes of a waiting request. */
public enum Fate {
    /** A read. */
    ASKED("asked", false),
    /** An update that was never committed. */
    RUN("run for the first time", false),
    /** An update whose outcome its database keeps. */
    KEPT("answered from the checkpoint, not run again", false),
    /** Skipped. */
    FAILED("answered as failed", false),
    /** Skipped, and only the gateway can ask the database. */
    FAILED_UNLESS_COMMITTED("answered as failed, or as applied if the database keeps that", false),
    /** No request at all. */
    UNREADABLE("cannot be read: answered as failed", false),
    /** Nobody knows any more what it came to. */
    LOST("run before or refused, and nobody knows which: answered as failed", true),
    /** An event. */
    SENT_AGAIN("sent, perhaps a second time with the same idempotency key", true),
    /** An update where no checkpoint is kept. */
    RUN_AGAIN("run, perhaps a second time", true),
    /** An update of which the configuration does not say where it was run. */
    UNDECLARED("updates that the configuration does not declare: answered as failed", true);

    private final String words;
    private final boolean doubtful;

    Fate(String words, boolean doubtful) {
        this.words = words;
        this.doubtful = doubtful;
    }

    /** In words, as what is said of several. */
    public String words() {
        return words;
    }

    /** Whether it is not what happens to a request otherwise, and somebody has to want it. */
    public boolean doubtful() {
        return doubtful;
    }
}
