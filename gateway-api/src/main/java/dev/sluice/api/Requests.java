package dev.sluice.api;

/**
 * What a batch job can ask. Every call is written to the input queue and returns at once; its answer comes later as
 * exactly one call of {@link Results}, in the order of the requests.
 *
 * <p>Arguments are {@code null} or one of the types of {@link ValueType}; anything else is refused here, before
 * anything is written, with a message that names the argument.
 *
 * <p>Each method returns the index of the request in the input queue: together with the queue's id it is the request's
 * <em>position</em>, its identity.
 *
 * <p>Not thread-safe: one instance is used by one thread at a time; open one per thread.
 */
public interface Requests {

    /**
     * Asks a lookup that the gateway's configuration declares.
     *
     * @param name the declared name
     * @param key the lookup's arguments, in the order of its parameters
     * @return the request's index in the input queue
     * @throws IllegalArgumentException if an argument has no wire type or the request exceeds its size limit
     */
    long lookup(String name, Object... key);

    /**
     * Runs a query: a statement declared by name, or SQL where the configuration allows it.
     *
     * @param statement a declared name, or SQL with a {@code ?} for each argument
     * @param args the arguments, in the order of the parameters
     * @return the request's index in the input queue
     * @throws IllegalArgumentException if an argument has no wire type or the request exceeds its size limit
     */
    long executeQuery(String statement, Object... args);

    /**
     * Runs an update: a statement declared by name, or SQL where the configuration allows it.
     *
     * @param statement a declared name, or SQL with a {@code ?} for each argument
     * @param args the arguments, in the order of the parameters
     * @return the request's index in the input queue
     * @throws IllegalArgumentException if an argument has no wire type or the request exceeds its size limit
     */
    long executeUpdate(String statement, Object... args);

    /**
     * Sends an event to an endpoint that the gateway's configuration declares. It arrives at least once: a crash of the
     * gateway may send it again, with the same idempotency key.
     *
     * @param endpoint the declared name
     * @param payload JSON as text, where the endpoint does not say otherwise, or one of the other wire types
     * @return the request's index in the input queue
     * @throws IllegalArgumentException if the payload has no wire type or the request exceeds its size limit
     */
    long send(String endpoint, Object payload);
}
