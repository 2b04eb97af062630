package dev.sluice.transport;

/**
 * The last result and the request that it answers.
 *
 * @param requestIndex the index of the last answered request
 * @param resultSequence the number of that request's result, counted over all results
 * @param resultIndex the index of that request's result in the output
 * @param writer the id of the request's writer; 0 if the request could not be read
 * @param sequence the request's number among the requests of its writer
 */
public record LastAnswered(long requestIndex, long resultSequence, long resultIndex, long writer, long sequence) {}
