package dev.sluice.transport;

import dev.sluice.api.RequestKind;
import dev.sluice.api.Requests;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes requests, numbered without a gap, and knows how many of them have their result.
 *
 * <p>One thread: the first that writes, or with futures several that take turns under a lock. Counted by any; told of
 * results by the one thread that reads them.
 */
public interface RequestWriter extends Requests, AutoCloseable {

    /** Writes a request as {@link #append} does, and returns its index. For tools: a redrive's copies may keep an idempotency key. */
    long write(RequestKind kind, Map<String, String> headers, String name, @Nullable Object... arguments);

    /** Writes one request by a thread of those that take turns under a lock, after {@link #takeOver}. */
    void appendInTurn(RequestKind kind, Map<String, String> headers, String name, @Nullable Object... arguments);

    /** From now on requests are asked by {@link #appendInTurn} alone. */
    void takeOver();

    /** The number of the last request that has its result. */
    long lastAnswered();

    /** How many requests were written, with those of an earlier process of a named writer that had no result yet. */
    long written();

    /** How many of {@link #written()} have their result. */
    long answered();

    /**
     * Whether the request of that number was written, and its result has not come. Any other result under this writer's id answers
     * what somebody else wrote under it.
     */
    boolean awaits(long number);

    /** Notes that all requests up to that number have their result; a named writer's next process knows it too. */
    void answeredUpTo(long number);

    /** Closes the writer, and brings to disk what was written, unless the lane is told not to. Any thread, once it is not writing. */
    @Override
    void close();
}
