package dev.sluice.api;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The requests that a batch job can ask. Every call is written to the input queue and returns at once; its answer comes
 * later as exactly one call of {@link Results}, in the order of the requests.
 *
 * <p>Arguments are {@code null} or one of the types of {@link ValueType}; anything else is refused here, before
 * anything is written, with a message that names the argument.
 *
 * <p>Each method returns the request's number: the requests of one writer are numbered from 1 without a gap. A named client goes
 * on with its numbers in the next process of that name: a job that asks in a fixed order knows by them what it has asked
 * before. The result names the number and the request's <em>position</em> in the input queue, {@link RequestRef}.
 *
 * <p>Not thread-safe: one instance is used by one thread at a time; open one per thread.
 */
public interface Requests {

    /**
     * Asks one request: what all other methods come to, and the one to implement for whoever adds something to requests.
     *
     * @param headers notes that travel with the request, or empty
     * @param name the declared name, or SQL for a query or an update
     * @param arguments the key, the arguments, or the one payload
     * @return the request's number: its writer's first is 1
     * @throws IllegalArgumentException if an argument has no wire type, the request exceeds its size limit, or a header is
     *     {@code redrive-key}, which only a redrive gives to its copies
     * @throws DiskReserveException if the disk has reached its reserve
     * @throws IllegalStateException if the client was closed or has futures, or another thread asks here
     */
    long append(RequestKind kind, Map<String, String> headers, String name, @Nullable Object... arguments);

    /**
     * Asks a lookup that the gateway's configuration declares.
     *
     * @param name the declared name
     * @param key the lookup's arguments, in the order of its parameters
     * @return the request's number: its writer's first is 1
     * @throws IllegalArgumentException if an argument has no wire type or the request exceeds its size limit
     */
    default long lookup(String name, @Nullable Object... key) {
        return append(RequestKind.LOOKUP, Map.of(), name, key);
    }

    /**
     * Runs a query: a statement declared by name, or SQL where the configuration allows it.
     *
     * @param statement a declared name, or SQL with a {@code ?} for each argument
     * @param args the arguments, in the order of the parameters
     * @return the request's number: its writer's first is 1
     * @throws IllegalArgumentException if an argument has no wire type or the request exceeds its size limit
     */
    default long executeQuery(String statement, @Nullable Object... args) {
        return append(RequestKind.QUERY, Map.of(), statement, args);
    }

    /**
     * Runs an update: a statement declared by name, or SQL where the configuration allows it.
     *
     * @param statement a declared name, or SQL with a {@code ?} for each argument
     * @param args the arguments, in the order of the parameters
     * @return the request's number: its writer's first is 1
     * @throws IllegalArgumentException if an argument has no wire type or the request exceeds its size limit
     */
    default long executeUpdate(String statement, @Nullable Object... args) {
        return append(RequestKind.UPDATE, Map.of(), statement, args);
    }

    /**
     * Sends an event to an endpoint that the gateway's configuration declares. It arrives at least once: a crash of the
     * gateway may send it again, with the same idempotency key.
     *
     * @param endpoint the declared name
     * @param payload JSON as text, where the endpoint does not say otherwise, or one of the other wire types
     * @return the request's number: its writer's first is 1
     * @throws IllegalArgumentException if the payload has no wire type or the request exceeds its size limit
     */
    default long send(String endpoint, @Nullable Object payload) {
        return append(RequestKind.SEND, Map.of(), endpoint, payload);
    }

    /**
     * Returns this writer for requests that are of use for so long only: each carries a deadline, so long after it was
     * written. One whose deadline passes before it is asked is answered as failed, with
     * {@link FailureKind#TIMEOUT}, also while its backend is away; an update that may have happened is
     * not, nor is one that runs. Results keep their order: that failure, too, comes after the results before it. Job and
     * gateway go by the wall clock for this.
     *
     * @param limit at least 1 ms
     * @throws IllegalArgumentException if it is less
     */
    default Requests within(Duration limit) {
        final Deadline deadline = Deadline.after(limit);
        final Requests all = this;
        return new Requests() {
            @Override
            public long append(
                    RequestKind kind, Map<String, String> headers, String name, @Nullable Object... arguments) {
                return all.append(kind, deadline.with(FutureRequests.DEADLINE, headers), name, arguments);
            }

            @Override
            public long writer() {
                return all.writer();
            }

            @Override
            public long lastSequence() {
                return all.lastSequence();
            }

            @Override
            public void sync() {
                all.sync();
            }
        };
    }

    /** The writer's id, as in {@link RequestRef#writer()}. Any thread. */
    long writer();

    /** The number of the last request written, 0 when there is none, as in {@link RequestRef#sequence()}. Any thread. */
    long lastSequence();

    /**
     * Forces every request written here until now to disk, whatever the client's sync mode: they survive a power cut. Takes
     * as long as the disk, 0.1 ms and more. The thread that writes.
     */
    void sync();
}
