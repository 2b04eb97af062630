package dev.sluice.internal.client.run;

/**
 * How far a run got: what it goes on from after a kill.
 *
 * @param behind the index of the last request on the input when the run began, 0 for none: what stands there before is
 *     not its own, though it may have the same names
 * @param handled items handled, failed ones included, from the first on
 * @param failed how many of them failed
 * @param lastKey the key of the last one, empty before the first
 * @param sinkMark where the sink was behind it
 * @param askAgainUpTo the index of the request up to which failed ones are asked again, 0 for none: the run was stopped
 *     by a failure, and whoever continues it has seen to the cause
 * @param ended whether every item was handled
 */
public record RunMark(
        long behind, long handled, long failed, String lastKey, String sinkMark, long askAgainUpTo, boolean ended) {

    /** That of a run which begins behind that request. */
    public static RunMark begin(long behind) {
        return new RunMark(behind, 0, 0, "", "", 0, false);
    }

    public RunMark withEnd() {
        return new RunMark(behind, handled, failed, lastKey, sinkMark, askAgainUpTo, true);
    }
}
