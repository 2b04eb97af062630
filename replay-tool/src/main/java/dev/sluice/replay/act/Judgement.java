package dev.sluice.replay.act;

/** What is to become of a failed request that was chosen. */
public enum Judgement {
    /** It is written again. */
    WRITE(""),
    /** It was redriven, and that succeeded. */
    SUCCEEDED("were redriven before and have succeeded"),
    /** It was redriven, and that waits. */
    WAITS("were redriven before and wait for their results"),
    /** It was redriven, and that failed too. */
    FAILED_AGAIN("were redriven before and failed again; --again writes them once more"),
    /** A run of a job that has not ended will ask it again itself. */
    UNFINISHED_RUN(
            "belong to runs of jobs that have not ended, which ask them again themselves: continue the run, or give"
                    + " it up (sluice jobs)"),
    /** An event that its service may have taken. */
    UNCERTAIN("are events that the service may have taken though they failed; --uncertain writes them all the same"),
    /** No request. */
    UNREADABLE("cannot be read, so they cannot be written again");

    private final String text;

    Judgement(String text) {
        this.text = text;
    }

    /** What is said of those that are left out: goes on a number of requests. */
    public String text() {
        return text;
    }
}
