package dev.sluice.transport;

import dev.sluice.api.RequestKind;
import dev.sluice.api.Requests;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes requests, numbers them without a gap, and counts how many of them have their result.
 *
 * <p>Only the first thread that writes may write. An exception is a client with futures, whose threads write one after another,
 * under a lock. Any thread may read the counts. The thread that reads the results tells this writer, with {@link #answeredUpTo},
 * which requests have their result.
 */
public interface RequestWriter extends Requests, AutoCloseable {

    /**
     * Writes a request like {@link #append}, but returns the request's index. Meant for tools, because it accepts the header
     * {@link dev.sluice.internal.wire.IdempotencyKey#HEADER}, which {@code append} refuses. A redrive writes copies of failed
     * requests, and by this header a copy keeps the idempotency key of its original.
     */
    long write(RequestKind kind, Map<String, String> headers, String name, @Nullable Object... arguments);

    /** Writes one request after {@link #takeOver}. The caller must hold a lock, so that only one thread at a time writes. */
    void appendInTurn(RequestKind kind, Map<String, String> headers, String name, @Nullable Object... arguments);

    /** From now on only {@link #appendInTurn} may write requests. */
    void takeOver();

    /** Returns the number of the last request that has its result. */
    long lastAnswered();

    /**
     * Returns how many requests this process wrote. For a named writer, the requests that an earlier process left unanswered
     * count, too.
     */
    long written();

    /** Returns how many of the {@link #written()} requests have their result. */
    long answered();

    /**
     * Whether this writer has written the request with that number, and the request's result has not arrived yet. If a result
     * names this writer's id, but a number that this writer has not used, another process wrote the request under the same id.
     */
    boolean awaits(long number);

    /**
     * Records that all requests up to that number have their result. A named writer records this also for the next process that
     * opens the writer's name.
     */
    void answeredUpTo(long number);

    /**
     * Closes the writer, and forces the written requests to disk unless the lane's options switch that off. Any thread may call
     * this when no thread is writing.
     */
    @Override
    void close();
}
