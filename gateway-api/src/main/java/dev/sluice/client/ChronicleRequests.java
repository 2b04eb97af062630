package dev.sluice.client;

/**
 * The requests of a program that uses Chronicle Queue and not this client. The program writes them with {@code
 * queue.methodWriter(ChronicleRequests.class)} on the queue in the directory {@code in}. The gateway answers these requests like
 * other requests, if {@code queues.foreign} allows them.
 *
 * <p>Choose this for a program that already writes to Chronicle queues; for a job use {@link GatewayClient}. These requests have
 * no number, no checksum and no headers. So a damaged request may be read as a different request, and a result can name its
 * request only by the request's index. Arguments may be strings, whole numbers, doubles, booleans, nulls, dates and times without
 * a zone, and UUIDs. A decimal arrives as a string, which the statement may cast.
 */
public interface ChronicleRequests {

    /** Sends a lookup. */
    void askLookup(String name, Object... key);

    /** Sends a query. */
    void askQuery(String statement, Object... arguments);

    /** Sends an update. */
    void askUpdate(String statement, Object... arguments);

    /** Sends an event. */
    void askSend(String endpoint, Object payload);
}
