package dev.sluice.client;

import dev.sluice.api.FutureRequests;
import dev.sluice.api.FuturesOptions;
import dev.sluice.api.Position;
import dev.sluice.api.RequestKind;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Shape;
import dev.sluice.api.UnansweredException;
import dev.sluice.internal.client.Awaiting;
import dev.sluice.internal.client.Declaration;
import dev.sluice.internal.client.GatewayWatch;
import dev.sluice.internal.client.PendingRequests;
import dev.sluice.internal.client.ReaderThread;
import dev.sluice.internal.client.ResultSource;
import dev.sluice.internal.text.Plural;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lanes;
import dev.sluice.transport.RequestWriter;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests and delivers their results as futures. Opened by {@link GatewayClient#futures}. One thread, the reader thread,
 * reads the output queue. It hands each result to the executor, which completes the future of the answered request.
 *
 * <p>Choose futures when many threads send requests, for example in a server, and each thread needs its own result.
 *
 * <p>Any thread may send requests and wait for their results. Only on the reader thread a wait throws at once, because it would
 * never end. The reader thread runs user code only if the executor is {@code Runnable::run}.
 *
 * <p>A request that was sent stays on the queue, even if its future fails. After {@link #close}, or if reading fails, every open
 * future fails with {@link UnansweredException}, which says how many requests were unanswered and gives the position of the
 * first.
 */
public final class Futures implements FutureRequests, AutoCloseable {

    private static final int BATCH = 256;

    private final String client;
    private final Lane queues;
    private final String onLane;
    private final ResultSource results;
    private final RequestWriter requests;
    private final PendingRequests pending;
    private final GatewayWatch watch;
    private final ReaderThread thread;

    /** Starts the reader thread. From now on nothing else may use the given results and requests. */
    Futures(
            String client,
            Lanes lanes,
            Lane queues,
            ResultSource results,
            RequestWriter requests,
            FuturesOptions options) {
        this.client = client;
        this.queues = queues;
        this.onLane = lanes.where(queues);
        this.results = results;
        this.requests = requests;
        this.pending = new PendingRequests(requests, options, this::where);
        this.watch = new GatewayWatch(queues, lanes.path() + onLane);
        this.thread = new ReaderThread("sluice results of " + client, options.pausing(), this::poll, this::died);
        pending.readBy(thread);
        thread.start();
    }

    @Override
    public <T> CompletableFuture<T> ask(
            RequestKind kind, Map<String, String> headers, String name, Object[] arguments, Shape<T> shape) {
        return pending.ask(kind, headers, name, arguments, shape);
    }

    /**
     * Implements a user-defined interface. Each abstract method sends the request that its annotation {@link
     * dev.sluice.api.Lookup}, {@link dev.sluice.api.Query}, {@link dev.sluice.api.Update} or {@link dev.sluice.api.Send} names;
     * without an annotation it sends the lookup with the method's name. The parameters are the arguments of the request. A method
     * that returns {@code CompletableFuture} returns at once; a method with another return type waits for the result. The return
     * type, or the type of the future, is one of these:
     *
     * <ul>
     *   <li>a record or {@code Row}: the one row; throws {@link dev.sluice.api.NotFoundException} if there is none
     *   <li>{@code Optional} of a record or {@code Row}: the row, if any; {@code List} of one of them, or {@code Rows}: all rows
     *   <li>for an update: {@code long} or {@code int}, the number of changed rows, or {@code void}; one of the types above if
     *       the update returns rows
     * </ul>
     *
     * <p>Default methods run as they are written. A method that waits throws {@link dev.sluice.api.RequestFailedException} if the
     * gateway answers the request as failed, and {@link UnansweredException} if the thread is interrupted. On the reader thread
     * it throws {@link IllegalStateException} and sends nothing.
     *
     * @throws dev.sluice.api.DeclarationException if the interface has mistakes; the message lists all of them
     */
    public <T> T declare(Class<T> type) {
        return Declaration.of(type).on(this);
    }

    /** Implements the interface like {@link #declare(Class)}. Each request has a deadline, see {@link #within}. */
    public <T> T declare(Class<T> type, Duration limit) {
        return Declaration.of(type).on(within(limit));
    }

    /** Returns the number of requests without a result. */
    public long unanswered() {
        return pending.unanswered();
    }

    private int poll() {
        final int looked = results.poll(this::take, BATCH);
        if (looked > 0) {
            watch.someCame();
        } else {
            watch.noneCame(pending.unanswered() + results.unanswered());
        }
        return looked;
    }

    private void take(long index, ResultFrame result) {
        final RequestRef request = result.request();
        final long number = request.sequence();
        if (request.writer() != requests.writer()) {
            results.other(result);
        } else if (requests.awaits(number) && pending.isOlder(number)) {
            results.other(result);
            requests.answeredUpTo(number);
        } else if (requests.awaits(number)) {
            requests.answeredUpTo(number);
            pending.result(result);
        }
    }

    private void died(Throwable cause) {
        final String why = cause instanceof UnansweredException
                ? String.valueOf(cause.getMessage()) // the embedded gateway has ended
                : "the client's results cannot be read any more (" + cause + ")";
        if (pending.end(new IllegalStateException(why, cause))) {
            endUnanswered(why, cause);
        }
        results.ended(new IllegalStateException(why, cause));
    }

    private void endUnanswered(String why, @Nullable Throwable cause) {
        final long open = pending.unanswered();
        if (open > 0) {
            pending.endUnanswered(new UnansweredException(
                    why + ": " + Plural.of(open, "request has", "requests have") + " no result" + firstUnanswered()
                            + "; they stay on the queue",
                    open,
                    cause));
        }
    }

    private String firstUnanswered() {
        try {
            return Awaiting.first(queues, requests, pending.oldestUnanswered());
        } catch (final RuntimeException e) {
            return ""; // perhaps the queue itself failed
        }
    }

    private String where(RequestRef request) {
        final Position position = queues.inputPosition(request.index());
        return "'" + request.name() + "' at " + position + onLane;
    }

    @Override
    public String toString() {
        return "futures of " + client;
    }

    /**
     * Stops the reader thread, and waits for the end of a callback that runs on it. Then every open future fails with {@link
     * UnansweredException}. This does not close the client, but the client can no longer send requests or read results; close it as well. Closing the client also closes the futures. Closing
     * again does nothing.
     *
     * @throws IllegalStateException on the reader thread
     */
    @Override
    public void close() {
        ReaderThread.checkMayWait("for the end of the futures");
        final boolean first = pending.end(new IllegalStateException("the futures were closed"));
        thread.stopAndWait();
        if (first) {
            endUnanswered("the futures were closed", null);
            results.ended(new IllegalStateException(
                    "the futures were closed before the result was read; the request" + " stays on the queue"));
        }
    }
}
