package dev.sluice.replay.prove;

/**
 * What was read.
 *
 * @param requests documents of the input
 * @param results documents of the output
 * @param failed results that say their request failed
 * @param waiting requests behind the one answered last
 * @param unchecked results whose requests are deleted or cannot be reached
 * @param violations what should not be so
 */
public record Totals(long requests, long results, long failed, long waiting, long unchecked, long violations) {}
