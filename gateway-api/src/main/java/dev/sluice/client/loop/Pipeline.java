package dev.sluice.client.loop;

import dev.sluice.api.Position;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Requests;
import dev.sluice.api.Results;
import dev.sluice.client.loop.ItemFailure.ItemFailedException;
import dev.sluice.client.loop.ProgressMeter.ProgressRule;
import dev.sluice.internal.client.ReaderThread;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * A job's loop without concurrency, and the fastest form: for each item it asks, and later, on the same thread and in the
 * order of the items, it handles the item with its answers.
 *
 * <p>Choose this when speed matters most and what is asked for an item is known beforehand, in one step or two.
 *
 * <pre>{@code
 * Pipeline.over(client).run(
 *         contracts,
 *         (contract, ask) -> {
 *             ask.lookup("customer", contract.customerId());
 *             ask.lookup("address", contract.addressId());
 *         },
 *         (contract, answers) -> write(
 *                 contract, answers.only(0, Customer.class), answers.only(1, Address.class)));
 * }</pre>
 *
 * <p>A step between the two handles the answers and asks again for the same item, the updates perhaps.
 *
 * <p>Built on {@link Client#requests} and {@link Client#poll}, which are this loop's own while it runs;
 * not for a client with futures. One thread, that of the client. An item is in memory from its asking to its handling.
 *
 * <p>Immutable.
 */
public final class Pipeline {

    /** The client that asks and takes results: {@code GatewayClient} is one. */
    public interface Client {

        /** Returns the client's writer. */
        Requests requests();

        /** Hands over results that are there, so many at most; gives how many it looked at. */
        int poll(Results handler, int limit);

        /** Returns the position of a request, for messages. */
        Position position(RequestRef request);
    }

    /** To {@link #withAhead}: everything is asked before anything is handled. */
    public static final long EVERYTHING = Long.MAX_VALUE;

    private static final long DEFAULT_AHEAD = 10_000;

    private final Client client;
    private final long ahead;
    private final OnFailure onFailure;
    private final ProgressRule progress;
    private final Results others;

    private Pipeline(Client client, long ahead, OnFailure onFailure, ProgressRule progress, Results others) {
        this.client = client;
        this.ahead = ahead;
        this.onFailure = onFailure;
        this.progress = progress;
        this.others = others;
    }

    /** Asks for an item: any number of requests, none included. */
    @FunctionalInterface
    public interface Ask<T> {
        /** Throws for an item that cannot be asked; what it had asked stays asked, and its answers are not handled. */
        void ask(T item, Requests requests) throws Exception;
    }

    /** Handles an item with the answers to what was asked for it last, and asks again. */
    @FunctionalInterface
    public interface Between<T> {
        void handle(T item, Answers answers, Requests requests) throws Exception;
    }

    /** Handles an item with the answers to what was asked for it last. */
    @FunctionalInterface
    public interface Handle<T> {
        void handle(T item, Answers answers) throws Exception;
    }

    /** 10,000 requests ahead, and the first failure stops. */
    public static Pipeline over(Client client) {
        return new Pipeline(client, DEFAULT_AHEAD, OnFailure.STOP, ProgressRule.NONE, Results.ignored());
    }

    /**
     * How many requests may be without an answer before the next item is asked, which may ask several; {@link #EVERYTHING}
     * for no limit, where asking ends before handling begins and all items are in memory.
     */
    public Pipeline withAhead(long requests) {
        if (requests < 1) {
            throw new IllegalArgumentException("asking " + requests + " ahead: at least 1 is needed");
        }
        return new Pipeline(client, requests, onFailure, progress, others);
    }

    /**
     * Failures are collected: the taker has each item that could not be asked or handled, in the order of handling, and
     * the loop goes on. What the taker throws ends the loop; what says nothing of its item ends it all the same: an {@link Error}, a full
     * disk, queues that cannot be read. Without this the first
     * failure stops: nothing more is asked or handled then, and what was asked stays asked.
     */
    public Pipeline withFailures(Consumer<? super ItemFailure> taker) {
        Objects.requireNonNull(taker, "taker");
        return new Pipeline(client, ahead, OnFailure.collect(taker), progress, others);
    }

    /** The listener is told each time so many items were asked or ended, and at the end. */
    public Pipeline withProgress(long eachItems, Consumer<Progress> listener) {
        return new Pipeline(client, ahead, onFailure, ProgressRule.eachItems(eachItems, listener), others);
    }

    /** The listener is told when something was asked or ended, once in so long at most, and at the end. */
    public Pipeline withProgress(Duration atMostEvery, Consumer<Progress> listener) {
        return new Pipeline(client, ahead, onFailure, ProgressRule.atMostEvery(atMostEvery, listener), others);
    }

    /** Takes the client's results that answer nothing of this loop; without one they are dropped. */
    public Pipeline withOthers(Results newOthers) {
        return new Pipeline(client, ahead, onFailure, progress, Objects.requireNonNull(newOthers, "others"));
    }

    /**
     * Asks for each item, and handles each with its answers, in the order of the items.
     *
     * @return what came of them
     * @throws ItemFailedException if asking or handling one failed, and failures are not collected
     * @throws LoopInterruptedException if the thread was interrupted
     */
    public <T> Progress run(Iterable<? extends T> items, Ask<? super T> ask, Handle<? super T> handle) {
        return start(items, List.of(first(ask), last(handle)));
    }

    /**
     * Asks for each item, asks again in a step between, and handles each with the answers to that step, in the order of the
     * items. How far it asks
     * ahead is up to the items: only the first step waits for its turn.
     */
    public <T> Progress run(
            Iterable<? extends T> items, Ask<? super T> ask, Between<? super T> between, Handle<? super T> handle) {
        return start(items, List.of(first(ask), between::handle, last(handle)));
    }

    private static <T> Between<T> first(Ask<? super T> ask) {
        return (item, nothing, requests) -> ask.ask(item, requests);
    }

    private static <T> Between<T> last(Handle<? super T> handle) {
        return (item, answers, requests) -> handle.handle(item, answers);
    }

    private <T> Progress start(Iterable<? extends T> items, List<Between<T>> steps) {
        ReaderThread.checkMayWait("for the answers of a pipeline");
        final ProgressMeter meter = new ProgressMeter(progress, Progress.NONE, items);
        return new PipelineRun<>(client, steps, ahead, onFailure, meter, others).over(items.iterator());
    }
}
