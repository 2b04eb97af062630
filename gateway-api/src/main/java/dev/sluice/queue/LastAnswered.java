package dev.sluice.queue;

/**
 * How far the output has got.
 *
 * @param requestIndex the index of the request that was answered last
 * @param resultSequence the running number of that result
 * @param resultIndex the result's index in the output
 */
public record LastAnswered(long requestIndex, long resultSequence, long resultIndex) {}
