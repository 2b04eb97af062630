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
 * The requests that a batch job can send, with a future for each result. Every method writes one request to the input queue
 * and returns at once. The returned future completes when the result has been read.
 *
 * <p>If the gateway answers a request as failed, the future completes with {@link dev.sluice.api.RequestFailedException}. If a
 * request cannot be written, the method itself throws, and nothing is written: {@link IllegalArgumentException} for an argument
 * whose type is not in {@link ValueType} and for a request that exceeds the size limit, {@link
 * dev.sluice.api.DiskReserveException} for a full disk, {@link RejectedExecutionException} at a limit of {@link FuturesOptions},
 * and {@link IllegalStateException} after the futures were closed.
 *
 * <p>A request stays on the queue when its future is cancelled or times out by {@link CompletableFuture#orTimeout}. An update is
 * then still executed, and the result is read and dropped. Use {@link #within} for requests that should not be executed after
 * some time.
 *
 * <p>Thread-safe. Threads that send requests at the same moment take turns; this holds for virtual threads, too.
 */
public interface FutureRequests {

    /**
     * The header with the wall-clock time, in milliseconds since 1970, after which the gateway no longer begins to execute the
     * request.
     */
    String DEADLINE = "deadline";

    /**
     * The header with the name of a configured database. Only this database may execute the SQL of the request.
     */
    String DATABASE = "database";

    /**
     * Sends one request. All other methods call this one, so a wrapper that adds something to every request implements only this
     * method.
     *
     * @param headers named texts that are stored with the request; may be empty
     * @param name the declared name; for a query or an update also SQL
     * @param arguments the key of a lookup, the arguments of a statement, or the one payload of an event
     * @param shape converts the result to the value of the future
     */
    <T> CompletableFuture<T> ask(
            RequestKind kind, Map<String, String> headers, String name, @Nullable Object[] arguments, Shape<T> shape);

    /** Sends a declared lookup; gives the row found, or empty. The future fails if the lookup finds several rows. */
    default CompletableFuture<Optional<Row>> lookup(String name, @Nullable Object... key) {
        return ask(RequestKind.LOOKUP, Map.of(), name, key, Shape.ROW);
    }

    /** Sends a declared lookup; gives the row found as a record (see {@link Row#as}), or empty. */
    default <T extends Record> CompletableFuture<Optional<T>> lookup(
            Class<T> type, String name, @Nullable Object... key) {
        return ask(RequestKind.LOOKUP, Map.of(), name, key, Shape.optional(row -> row.as(type)));
    }

    /** Sends a declared lookup that may find several rows; gives no rows if the lookup finds nothing. */
    default CompletableFuture<Rows> lookupAll(String name, @Nullable Object... key) {
        return ask(RequestKind.LOOKUP, Map.of(), name, key, Shape.ROWS);
    }

    /** Sends a query: the name of a declared statement, or SQL if the configuration allows ad hoc SQL. */
    default CompletableFuture<Rows> query(String statement, @Nullable Object... args) {
        return ask(RequestKind.QUERY, Map.of(), statement, args, Shape.ROWS);
    }

    /** Sends a query; gives each row as a record. */
    default <T extends Record> CompletableFuture<List<T>> query(
            Class<T> type, String statement, @Nullable Object... args) {
        return ask(RequestKind.QUERY, Map.of(), statement, args, Shape.list(row -> row.as(type)));
    }

    /**
     * Sends an update: the name of a declared statement, or SQL if the configuration allows ad hoc SQL. The future gives the
     * number of changed rows after the update has been committed.
     */
    default CompletableFuture<Long> update(String statement, @Nullable Object... args) {
        return ask(RequestKind.UPDATE, Map.of(), statement, args, Shape.COUNT);
    }

    /** Sends an event to a declared endpoint, at least once; gives the endpoint's reply to this event, if there is one. */
    default CompletableFuture<Optional<Row>> send(String endpoint, @Nullable Object payload) {
        return ask(RequestKind.SEND, Map.of(), endpoint, new @Nullable Object[] {payload}, Shape.ROW);
    }

    /** Sends an event to a declared endpoint, at least once; gives the endpoint's reply as a record, if there is one. */
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
     * Sends one lookup for each key, and returns one future for each key, in the order of the keys. A single future for all keys
     * would hide the rows of the other keys when one key fails. To wait for all rows, use {@code map(CompletableFuture::join)}.
     *
     * @param keys the keys; for a lookup with several parameters each key is a list of arguments
     * @return one future for each key; if the request for a key cannot be written, only the future of that key fails
     */
    default List<CompletableFuture<Optional<Row>>> loadAll(String name, Iterable<?> keys) {
        return forEach(keys, key -> lookup(name, key));
    }

    /** Does the same as {@link #loadAll(String, Iterable)}, and converts each row to a record. */
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
     * Returns an object with the same methods, for requests that are useful for a limited time only. Each request carries a
     * deadline: the time when it was written plus the limit. If the deadline passes before the gateway sends the request to a
     * backend, the request is answered as failed, with {@link dev.sluice.api.FailureKind#TIMEOUT}. The failed result keeps its
     * place in the order of results. The future has no timer, so it completes when the result has been read, and not at the
     * deadline.
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
