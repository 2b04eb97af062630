package dev.sluice.api;

/**
 * Identifies the request that a result answers.
 *
 * @param index the request's index in the input queue; the queue's id and the index together identify the request
 * @param writer the id of the writer that wrote the request
 * @param sequence the request's number among the requests of its writer, from 1
 * @param name the name of the lookup, statement or endpoint, or the SQL
 */
public record RequestRef(long index, long writer, long sequence, String name) {}
