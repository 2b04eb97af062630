package dev.sluice.client.job;

/**
 * What came of a run.
 *
 * @param items items handled in the whole run, failed ones included
 * @param failed how many of them failed
 * @param handledBefore how many were handled by earlier processes, and passed over by this one
 * @param asked requests that this process asked
 * @param fromHistory requests that an earlier process had asked, and that were answered to this one from the output
 * @param alreadyEnded whether the run had ended before, and this process did nothing
 */
public record JobReport(
        long items, long failed, long handledBefore, long asked, long fromHistory, boolean alreadyEnded) {}
