package dev.sluice.client;

/**
 * Requests of a program that has Chronicle Queue and not this client: {@code queue.methodWriter(ChronicleRequests.class)} over the
 * directory {@code in} writes them. The gateway answers them like any other where {@code queues.foreign} allows it.
 *
 * <p>Choose this when a program writes to Chronicle queues already; a job has
 * {@link GatewayClient}. What is missing: such a request has no number, no checksum and no headers; a damaged one may be read as
 * another. Its result names its index alone. Arguments are texts, whole numbers, doubles, booleans and nulls, dates and times without a
 * zone, and UUIDs. A decimal arrives as text, which a statement may cast.
 */
public interface ChronicleRequests {

    /** Asks a lookup. */
    void askLookup(String name, Object... key);

    /** Asks a query. */
    void askQuery(String statement, Object... arguments);

    /** Asks an update. */
    void askUpdate(String statement, Object... arguments);

    /** Sends an event. */
    void askSend(String endpoint, Object payload);
}
