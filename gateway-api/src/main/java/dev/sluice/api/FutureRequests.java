package dev.sluice.api;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The requests that a batch job can ask, with a future for each answer. Every call is written to the input queue and
 * returns at once, with a future that ends when the result is there.
 *
 * <p>A request that the gateway answers as failed ends its future with {@link dev.sluice.api.RequestFailedException}. One
 * that could not be asked is refused here, by an exception of this call, and nothing was written: {@link
 * IllegalArgumentException} for an argument that is none of {@link ValueType} or a request beyond its size limit, {@link
 * dev.sluice.api.DiskReserveException} for a full disk, {@link RejectedExecutionException} at a limit that was chosen,
 * {@link IllegalStateException} after the end.
 *
 * <p>Cancelling a future, or one whose time is up by {@link CompletableFuture#orTimeout}, does not take the request back:
 * it is on the queue, an update happens, and its result is read and dropped. {@link #within} is for requests that should
 * not be asked any more.
 *
 * <p>Thread-safe. Threads that ask at the same moment take turns, virtual ones too.
 */
public interface FutureRequests {

    /** The header with the time of day from which a request need not be asked any more, in milliseconds since 1970. */
    String DEADLINE = "deadline";

    /** The header with the name of the gateway's database that SQL is meant for: any other refuses it. */
    String DATABASE = "database";

    /**
     * Asks one request. All other methods call this one: implement it to add something to requests.
     *
     * @param headers notes that travel with the request, or empty
     * @param name the declared name, or SQL for a query or an update
     * @param arguments the key, the arguments, or the one payload
     * @param shape what the result becomes
     */
    <T> CompletableFuture<T> ask(
            RequestKind kind, Map<String, String> headers, String name, @Nullable Object[] arguments, Shape<T> shape);

    /** Asks a declared lookup: the row it finds, or empty. A lookup that finds several rows ends exceptionally. */
    default CompletableFuture<Optional<Row>> lookup(String name, @Nullable Object... key) {
        return ask(RequestKind.LOOKUP, Map.of(), name, key, Shape.ROW);
    }

    /** Asks a declared lookup: the row it finds as a record, see {@link Row#as}, or empty. */
    default <T extends Record> CompletableFuture<Optional<T>> lookup(
            Class<T> type, String name, @Nullable Object... key) {
        return ask(RequestKind.LOOKUP, Map.of(), name, key, Shape.optional(row -> row.as(type)));
    }

    /** Asks a declared lookup that may find several rows; no rows where it finds nothing. */
    default CompletableFuture<Rows> lookupAll(String name, @Nullable Object... key) {
        return ask(RequestKind.LOOKUP, Map.of(), name, key, Shape.ROWS);
    }

    /** Runs a query: a statement declared by name, or SQL where the configuration allows it. */
    default CompletableFuture<Rows> query(String statement, @Nullable Object... args) {
        return ask(RequestKind.QUERY, Map.of(), statement, args, Shape.ROWS);
    }

    /** Runs a query, and makes each row a record. */
    default <T extends Record> CompletableFuture<List<T>> query(
            Class<T> type, String statement, @Nullable Object... args) {
        return ask(RequestKind.QUERY, Map.of(), statement, args, Shape.list(row -> row.as(type)));
    }

    /** Runs an update: a statement declared by name, or SQL; ends with the number of rows changed once it committed. */
    default CompletableFuture<Long> update(String statement, @Nullable Object... args) {
        return ask(RequestKind.UPDATE, Map.of(), statement, args, Shape.COUNT);
    }

    /** Sends an event to a declared endpoint, at least once, and gives the reply to this event, if there is one. */
    default CompletableFuture<Optional<Row>> send(String endpoint, @Nullable Object payload) {
        return ask(RequestKind.SEND, Map.of(), endpoint, new @Nullable Object[] {payload}, Shape.ROW);
    }

    /** Sends an event to a declared endpoint: the reply as a record, if there is one. */
    default <T extends Record> CompletableFuture<Optional<T>> send(
            Class<T> type, String endpoint, @Nullable Object payload) {
        return ask(
                RequestKind.SEND,
                Map.of(),
                endpoint,
                new @Nullable Object[] {payload},
                Shape.optional(row -> row.as(type)));
    }

    /**
     * Asks a lookup for each key: a future for each, in the order of the keys. Not one future of all, because then the
     * failure of one key would hide what the others found; {@code map(CompletableFuture::join)} makes it one.
     *
     * @param keys each one argument, or a list of those of a lookup with several parameters
     * @return as many futures as keys; what cannot be asked ends its own exceptionally
     */
    default List<CompletableFuture<Optional<Row>>> loadAll(String name, Iterable<?> keys) {
        return forEach(keys, key -> lookup(name, key));
    }

    /** Asks a lookup for each key, and makes each row a record; otherwise as {@link #loadAll(String, Iterable)}. */
    default <T extends Record> List<CompletableFuture<Optional<T>>> loadAll(
            Class<T> type, String name, Iterable<?> keys) {
        return forEach(keys, key -> lookup(type, name, key));
    }

    private static <T> List<CompletableFuture<T>> forEach(
            Iterable<?> keys, Function<@Nullable Object[], CompletableFuture<T>> ask) {
        final List<CompletableFuture<T>> futures = new ArrayList<>();
        for (final Object key : keys) {
            try {
                futures.add(ask.apply(key instanceof List<?> parts ? parts.toArray() : new Object[] {key}));
            } catch (final RuntimeException e) {
                futures.add(CompletableFuture.failedFuture(e));
            }
        }
        return futures;
    }

    /**
     * Returns these methods for requests that are of use for a limited time only: each request carries a deadline, that
     * long after it was written. A request whose deadline passes before it is asked is answered as failed, with {@link
     * dev.sluice.api.FailureKind#TIMEOUT}, in its place in the order of results. The future itself has no clock.
     *
     * @throws IllegalArgumentException if the limit is less than 1 ms
     */
    default FutureRequests within(Duration limit) {
        final Deadline deadline = Deadline.after(limit);
        final FutureRequests all = this;
        return new FutureRequests() {
            @Override
            public <T> CompletableFuture<T> ask(
                    RequestKind kind,
                    Map<String, String> headers,
                    String name,
                    @Nullable Object[] arguments,
                    Shape<T> shape) {
                return all.ask(kind, deadline.with(DEADLINE, headers), name, arguments, shape);
            }

            @Override
            public String toString() {
                return all + " within " + deadline.limitMillis() + " ms";
            }
        };
    }
}
