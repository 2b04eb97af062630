package dev.sluice.client.job;

/** What a start of a run does that has ended before. */
public enum WhenEnded {
    /** It throws {@link RunEndedException}: somebody gave two runs one name. */
    FAIL,
    /** It asks nothing, gives the sink nothing and warns: a scheduler started the run once more. */
    DO_NOTHING
}
