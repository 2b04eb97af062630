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
 * A job's loop without concurrency, the fastest of the loops. It sends the requests of each item, and later handles each item
 * with its answers, on the same thread and in the order of the items.
 *
 * <p>Choose this if speed matters most, and if the requests of an item are known in advance, in one step or in two.
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
 * <p>An optional step in between handles an item's first answers and sends further requests, for example the item's updates.
 *
 * <p>While the loop runs, nothing else may use {@link Client#requests} and {@link Client#poll}. The client must not have futures.
 * The loop runs on one thread, the thread of the client. An item is in memory from its first request until it is handled.
 *
 * <p>Immutable.
 */
public final class Pipeline {

    /** The client that sends requests and reads results, for example a {@code GatewayClient}. */
    public interface Client {

        /** Returns the client's writer. */
        Requests requests();

        /**
         * Reads at most {@code limit} existing results, and returns the number read. The handler gets the results of this client
         * only.
         */
        int poll(Results handler, int limit);

        /** Returns the position of a request, for messages. */
        Position position(RequestRef request);
    }

    /** The value for {@link #withAhead} that means: send all requests before the first item is handled. */
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

    /** Sends the requests of an item: any number of requests, or none. */
    @FunctionalInterface
    public interface Ask<T> {
        /**
         * Sends the requests. If this method throws, the requests already sent stay on the queue, and their answers are not
         * handled.
         */
        void ask(T item, Requests requests) throws Exception;
    }

    /** Handles an item with the answers to the requests of the previous step, and sends further requests. */
    @FunctionalInterface
    public interface Between<T> {
        void handle(T item, Answers answers, Requests requests) throws Exception;
    }

    /** Handles an item with the answers to the requests of the previous step. */
    @FunctionalInterface
    public interface Handle<T> {
        void handle(T item, Answers answers) throws Exception;
    }

    /** Returns a pipeline with the defaults: 10,000 requests ahead, and the first failure stops the loop. */
    public static Pipeline over(Client client) {
        return new Pipeline(client, DEFAULT_AHEAD, OnFailure.STOP, ProgressRule.NONE, Results.ignored());
    }

    /**
     * Limits how many requests may be unanswered when the next item begins to send its requests. With {@link #EVERYTHING} there
     * is no limit: all requests are sent before the first item is handled, and all items are in memory.
     */
    public Pipeline withAhead(long requests) {
        if (requests < 1) {
            throw new IllegalArgumentException(requests + " requests ahead: at least 1 is needed");
        }
        return new Pipeline(client, requests, onFailure, progress, others);
    }

    /**
     * Collects failures: the taker receives each item whose requests could not be sent or that could not be handled, in the order
     * of handling, and the loop goes on. An exception of the taker ends the loop. A failure that is not the item's own also ends
     * the loop: an {@link Error}, a full disk, or queues that cannot be read. Without this method the first failure stops the
     * loop: no further item begins, only the items before the failed item are still handled, and requests already sent stay on
     * the queue.
     */
    public Pipeline withFailures(Consumer<? super ItemFailure> taker) {
        Objects.requireNonNull(taker, "taker");
        return new Pipeline(client, ahead, OnFailure.collect(taker), progress, others);
    }

    /** Calls the listener each time {@code eachItems} further items have begun or ended, and at the end. */
    public Pipeline withProgress(long eachItems, Consumer<Progress> listener) {
        return new Pipeline(client, ahead, onFailure, ProgressRule.eachItems(eachItems, listener), others);
    }

    /** Calls the listener when an item has begun or ended, but at most once in the given time. Also calls it at the end. */
    public Pipeline withProgress(Duration atMostEvery, Consumer<Progress> listener) {
        return new Pipeline(client, ahead, onFailure, ProgressRule.atMostEvery(atMostEvery, listener), others);
    }

    /** Sets the receiver of results whose requests this client sent outside of this loop; by default they are dropped. */
    public Pipeline withOthers(Results newOthers) {
        return new Pipeline(client, ahead, onFailure, progress, Objects.requireNonNull(newOthers, "others"));
    }

    /**
     * Sends the requests of each item, and handles each item with its answers, in the order of the items.
     *
     * @return the counts of begun, done and failed items
     * @throws ItemFailedException if sending or handling failed for an item, and failures are not collected
     * @throws LoopInterruptedException if the thread was interrupted
     */
    public <T> Progress run(Iterable<? extends T> items, Ask<? super T> ask, Handle<? super T> handle) {
        return start(items, List.of(first(ask), last(handle)));
    }

    /**
     * Sends the requests of each item, sends further requests in a step in between, and handles each item with the answers to
     * that step, in the order of the items. The limit of {@link #withAhead} holds back only the first step, so the requests of
     * the step in between may exceed it.
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
