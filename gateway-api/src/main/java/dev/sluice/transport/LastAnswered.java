package dev.sluice.transport;

/**
 * How far the results have got.
 *
 * @param requestIndex the index of the request that was answered last
 * @param resultSequence the running number of that result
 * @param resultIndex the result's index among the results
 * @param writer the id of the request's writer; 0 if the request could not be read
 * @param sequence the request's number among those of its writer
 */
public record LastAnswered(long requestIndex, long resultSequence, long resultIndex, long writer, long sequence) {}
