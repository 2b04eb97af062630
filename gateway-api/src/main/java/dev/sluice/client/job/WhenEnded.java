package dev.sluice.client.job;

/** What a job does when its run has ended before it is started. */
public enum WhenEnded {
    /** The job throws {@link RunEndedException}. Use it where two runs may get one name by mistake. */
    FAIL,
    /** The job logs a warning, asks nothing, and gives the sink nothing. Use it where a scheduler may start a run twice. */
    DO_NOTHING
}
