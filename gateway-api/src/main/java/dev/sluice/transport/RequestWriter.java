package dev.sluice.transport;

import dev.sluice.api.RequestKind;
import dev.sluice.api.Requests;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes requests, numbers them without a gap, and counts how many of them have their result.
 *
 * <p>Only the first thread that writes may write; with futures several threads write in turn, under a lock. Any thread may read
 * the counts. The thread that reads the results reports them to this writer.
 */
public interface RequestWriter extends Requests, AutoCloseable {

    /**
     * Writes a request like {@link #append}, but returns its index. Meant for tools: unlike {@code append} it accepts the header
     * with which the copies of a redrive keep their idempotency key.
     */
    long write(RequestKind kind, Map<String, String> headers, String name, @Nullable Object... arguments);

    /** Writes one request after {@link #takeOver}. The calling threads take turns, under a lock of the caller. */
    void appendInTurn(RequestKind kind, Map<String, String> headers, String name, @Nullable Object... arguments);

    /** From now on only {@link #appendInTurn} may write requests. */
    void takeOver();

    /** Returns the number of the last request that has its result. */
    long lastAnswered();

    /** Returns how many requests were written, including those that an earlier process of a named writer left unanswered. */
    long written();

    /** Returns how many of the {@link #written()} requests have their result. */
    long answered();

    /**
     * Whether the request with that number was written, and its result has not arrived yet. A result for another number under
     * this writer's id answers a request that another process wrote under the same id.
     */
    boolean awaits(long number);

    /** Records that all requests up to that number have their result, for a named writer also for its next process. */
    void answeredUpTo(long number);

    /**
     * Closes the writer, and forces the written requests to disk unless the lane's options switch that off. Any thread may call
     * this when no thread is writing.
     */
    @Override
    void close();
}
