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
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lanes;
import dev.sluice.transport.RequestWriter;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A client's answers as futures, from {@link GatewayClient#futures}. One thread reads the output queue and hands each
 * result to the executor, which completes the future of exactly that request.
 *
 * <p>Choose futures when many threads ask, as in a program that serves others, and each needs its own answer where it asked.
 *
 * <p>Any thread asks and waits, except the one that reads: there a wait throws at once instead of hanging. That thread
 * runs user code only with {@code Runnable::run} as executor.
 *
 * <p>What is asked stays asked, whatever happens to its future: after {@link #close}, or should reading fail, every open
 * future ends with {@link UnansweredException}, which says how many there were and where the first one stands.
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

    /** Takes over the reader and the writer. */
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
     * The job's own interface as its client. Each abstract method asks: what {@link dev.sluice.api.Lookup}, {@link
     * dev.sluice.api.Query}, {@link dev.sluice.api.Update} or {@link dev.sluice.api.Send} says, else the lookup of its
     * name, with its parameters as the arguments. A {@code CompletableFuture} is given at once; any other return type
     * waits for the result.
     *
     * <ul>
     *   <li>a record or {@code Row}: the one row; {@link dev.sluice.api.NotFoundException} where there is none
     *   <li>{@code Optional} of those: the row, if any; {@code List} of those, or {@code Rows}: all rows
     *   <li>of an update {@code long} or {@code int}, the rows changed, or {@code void}; any of the above where it returns rows
     * </ul>
     *
     * <p>Default methods run as they are written. A method that waits throws {@link
     * dev.sluice.api.RequestFailedException} where the gateway answers so, {@link
     * UnansweredException} when its thread is interrupted, and on the thread that reads
     * {@link IllegalStateException} before anything is asked.
     *
     * @throws dev.sluice.api.DeclarationException if it is declared wrongly, with every mistake in its message
     */
    public <T> T declare(Class<T> type) {
        return Declaration.of(type).on(this);
    }

    /** Declares requests that are of use for so long only, see {@link #within}. */
    public <T> T declare(Class<T> type, Duration limit) {
        return Declaration.of(type).on(within(limit));
    }

    /** How many requests have no result yet. */
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
        if (pending.end(new IllegalStateException("the client's results cannot be read any more: " + cause, cause))) {
            endUnanswered("its results cannot be read any more (" + cause + ")", cause);
        }
        results.ended(new IllegalStateException("the client's results cannot be read any more: " + cause, cause));
    }

    private void endUnanswered(String why, @Nullable Throwable cause) {
        final long open = pending.unanswered();
        if (open > 0) {
            pending.endUnanswered(new UnansweredException(
                    why + ": " + open + " requests have no result" + firstUnanswered() + "; what was asked stays asked",
                    open,
                    cause));
        }
    }

    private String firstUnanswered() {
        try {
            return Awaiting.first(queues, requests, pending.oldestUnanswered());
        } catch (final RuntimeException e) {
            return ""; // the queue may be what failed
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
     * Ends the thread that reads, and every open future with {@link UnansweredException}; a callback that runs on that
     * thread is waited for. The client stays open and can only be closed, which does this first. Closing again does
     * nothing.
     *
     * @throws IllegalStateException on the thread that reads
     */
    @Override
    public void close() {
        ReaderThread.checkMayWait("for its end");
        final boolean first = pending.end(new IllegalStateException("the futures were closed"));
        thread.stopAndWait();
        if (first) {
            endUnanswered("the futures were closed", null);
            results.ended(new IllegalStateException(
                    "the futures were closed before the result was read; what was asked" + " stays asked"));
        }
    }
}
