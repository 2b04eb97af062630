package dev.sluice.api;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The requests that a batch job can send. Every method writes one request to the input queue and returns at once. The result
 * comes later as exactly one call of a method of {@link Results}; results come in the order of the requests.
 *
 * <p>An argument is {@code null} or has one of the types of {@link ValueType}. Any other argument is refused before anything is
 * written, with a message that names the argument.
 *
 * <p>Each method returns the request's number: the requests of one writer are numbered from 1 without a gap. The next process of
 * a named client continues the numbers, so a job that sends its requests in a fixed order can tell from the last number which
 * requests it has already sent. The {@link RequestRef} of a result contains the number and the request's <em>position</em> in the
 * input queue.
 *
 * <p>Not thread-safe: only one thread at a time may use an instance; open one instance for each thread.
 */
public interface Requests {

    /**
     * Writes one request. All other methods call this one, so a wrapper that adds something to every request implements only this
     * method.
     *
     * @param headers named texts that are stored with the request; may be empty
     * @param name the declared name; for a query or an update also SQL
     * @param arguments the key of a lookup, the arguments of a statement, or the one payload of an event
     * @return the request's number; the first request of a writer has number 1
     * @throws IllegalArgumentException if an argument has no wire type, the request exceeds its size limit, or a header is
     *     {@code redrive-key}, which is reserved for the copies that a redrive writes
     * @throws DiskReserveException if the free disk space has fallen to the reserve
     * @throws IllegalStateException if the client was closed, the client has futures, or another thread already uses this writer
     */
    long append(RequestKind kind, Map<String, String> headers, String name, @Nullable Object... arguments);

    /**
     * Sends a lookup that the gateway's configuration declares.
     *
     * @param name the declared name
     * @param key the lookup's arguments, in the order of its parameters
     * @return the request's number; the first request of a writer has number 1
     * @throws IllegalArgumentException if an argument has no wire type or the request exceeds its size limit
     */
    default long lookup(String name, @Nullable Object... key) {
        return append(RequestKind.LOOKUP, Map.of(), name, key);
    }

    /**
     * Sends a query: the name of a declared statement, or SQL if the configuration allows ad hoc SQL.
     *
     * @param statement a declared name, or SQL with a {@code ?} for each argument
     * @param args the arguments, in the order of the parameters
     * @return the request's number; the first request of a writer has number 1
     * @throws IllegalArgumentException if an argument has no wire type or the request exceeds its size limit
     */
    default long executeQuery(String statement, @Nullable Object... args) {
        return append(RequestKind.QUERY, Map.of(), statement, args);
    }

    /**
     * Sends an update: the name of a declared statement, or SQL if the configuration allows ad hoc SQL.
     *
     * @param statement a declared name, or SQL with a {@code ?} for each argument
     * @param args the arguments, in the order of the parameters
     * @return the request's number; the first request of a writer has number 1
     * @throws IllegalArgumentException if an argument has no wire type or the request exceeds its size limit
     */
    default long executeUpdate(String statement, @Nullable Object... args) {
        return append(RequestKind.UPDATE, Map.of(), statement, args);
    }

    /**
     * Sends an event to an endpoint that the gateway's configuration declares. The event arrives at least once: after a crash the
     * gateway may send it again, with the same idempotency key.
     *
     * @param endpoint the declared name
     * @param payload a value of a wire type. A string must be JSON, unless the endpoint is declared with plain text payloads
     * @return the request's number; the first request of a writer has number 1
     * @throws IllegalArgumentException if the payload has no wire type or the request exceeds its size limit
     */
    default long send(String endpoint, @Nullable Object payload) {
        return append(RequestKind.SEND, Map.of(), endpoint, payload);
    }

    /**
     * Returns a view of this writer for requests that are useful for a limited time only. Each request carries a deadline: the
     * time when it was written plus the limit. If the deadline passes before the gateway sends the request to a backend, the
     * request is answered as failed, with {@link FailureKind#TIMEOUT}, even while the backend is unavailable. A deadline has no
     * effect on a request that is being executed, or on an update that may already have been executed. The failure keeps its
     * place in the order of results. Job and gateway use the wall clock for deadlines.
     *
     * @param limit the time limit, at least 1 ms
     * @throws IllegalArgumentException if the limit is less than 1 ms
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

    /** Returns the writer's id, as in {@link RequestRef#writer()}. Any thread may call this. */
    long writer();

    /**
     * Returns the number of the last written request, as in {@link RequestRef#sequence()}; 0 before the first. Any thread may
     * call this.
     */
    long lastSequence();

    /**
     * Makes all requests of this writer survive a power cut: forces them to disk, in every sync mode. The call takes as long as
     * the disk needs, 0.1 ms or more. Only the thread that writes the requests may call this.
     */
    void sync();
}
