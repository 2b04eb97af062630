package dev.sluice.api;

/**
 * The request that a result answers.
 *
 * @param index the request's index in the input queue; with the queue's id, its position
 * @param writer the id of the writer that asked
 * @param sequence the writer's running number for the request, from 1
 * @param name the lookup or statement asked for
 */
public record RequestRef(long index, long writer, long sequence, String name) {}
