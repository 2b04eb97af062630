package dev.sluice.client.job;

import dev.sluice.client.job.Sink.SinkException;
import dev.sluice.client.loop.ItemFailure.ItemFailedException;
import dev.sluice.client.loop.LoopInterruptedException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;

/**
 * One run of a restartable job: after a kill of the job or the gateway, at any moment, a new start goes on after its last
 * mark, what it had asked is answered from the output and not asked again, and it ends with the output of a run that was
 * not killed.
 *
 * <p>Choose this for a batch job: bodies that ask and wait, results in the order of the items, and a restart that needs nobody.
 *
 * <pre>{@code
 * try (GatewayClient client = GatewayClient.open(queues);
 *         Job job = client.job("letters", "2026-11-22")) {
 *     job.run(
 *             contracts,
 *             contract -> Long.toString(contract.id()),
 *             (contract, gateway) -> {
 *                 Customer customer = gateway.declare(Lookups.class).customer(contract.customerId());
 *                 gateway.update("last-letter", today, contract.id());
 *                 return letter(contract, customer);
 *             },
 *             FileSink.lines(file));
 * }
 * }</pre>
 *
 * <p>What a body may do, so that this holds:
 *
 * <ol>
 *   <li>It asks through the {@link JobItem} that it gets, and through nothing else.
 *   <li>It asks the same in the same order whenever it runs for the same item and gets the same answers. So what it asks
 *       follows from its item and from answers: not from the time of day, a random number, or other items.
 *   <li>It asks from one thread at a time, as the calls are told apart by their order.
 *   <li>Its result follows from its item and the answers, too.
 *   <li>What else it changes, in memory, in a file, by e-mail, may happen again after a kill: leave that to an update, an
 *       event, or the sink.
 *   <li>It waits with a declared method or {@code get()}, which heed an interrupt, not with {@code join()}: a run that stops
 *       interrupts its bodies and waits for them. It may also not wait: the job waits for the updates and events of an item before it is handled, and one
 *       that failed unseen is a failure of the item.
 *   <li>It may catch a failed request and go on: that failure is an answer like others.
 *   <li>Items come in the same order each time, with the same keys; each key once. New ones may come after.
 *   <li>Items are handled at least once: those after the last mark run again, and the sink gets their results again.
 *   <li>Events to services happen at least once, as always.
 * </ol>
 *
 * <p>While the run has not ended, the gateway's retention spares what it needs. A run that will not be continued is to be
 * given up: {@link OpenRun#giveUp}.
 *
 * <p>One thread, but for bodies; none of the common pool's, which completes the answers by default: with one thread in it, as on
 * two processors, the run would wait for itself.
 */
public interface Job extends AutoCloseable {

    /**
     * Returns the item whose body runs on this thread, empty outside of all bodies: for code that cannot be handed a {@link JobItem},
     * such as a JDBC driver under a job's DAOs.
     */
    static Optional<JobItem> currentItem() {
        return CurrentItem.get();
    }

    /**
     * Runs the body of an item on this thread, as {@link #run} does, for loops of one's own over {@link #item}.
     *
     * @throws Exception what the body throws
     */
    static <R> R during(JobItem item, Callable<R> body) throws Exception {
        return CurrentItem.during(item, body);
    }

    /**
     * Runs the job from its last mark to its end. What is handled already is read from the items and passed over.
     *
     * @param key an item's key: equal whenever the run is started, and no other item's
     * @param sink gets what the bodies give, in the order of the items; closed at the end
     * @return the counts of the whole run; at once when it had ended before
     * @throws ItemFailedException if an item failed, and failures are not collected. Its cause mended, the run goes on
     *     with it when it is started again, see {@link #stop}
     * @throws LoopInterruptedException if this thread was interrupted
     * @throws SinkException if the sink failed
     * @throws RunChangedException if these are other items than those that were handled
     */
    <T, R> JobReport run(
            Iterable<? extends T> items,
            Function<? super T, String> key,
            JobBody<? super T, ? extends R> body,
            Sink<? super R> sink);

    /**
     * Runs the job over items that can be read from any one on; otherwise as {@link #run}.
     *
     * @param behind gives the items after the one with that key, or all of them
     */
    <T, R> JobReport runBehind(
            Function<Optional<String>, ? extends Iterable<? extends T>> behind,
            Function<? super T, String> key,
            JobBody<? super T, ? extends R> body,
            Sink<? super R> sink);

    /**
     * Asks for one more item: for loops of other frameworks. In the order of the items, by one thread; asked by any.
     *
     * @param key the item's key, and that of its lane where the run is on several
     * @throws IllegalArgumentException if an item of that key is open
     */
    JobItem item(String key);

    /**
     * Asks for one more item, on the lane of another key than its own; otherwise as {@link #item(String)}.
     *
     * @param lane the key of its lane, of no meaning unless {@link JobOptions#withLanes} is chosen
     */
    JobItem item(String key, String lane);

    /**
     * That item is handled: a later {@link #mark} says so. In the order of the items.
     *
     * @throws IllegalStateException if an earlier one is not
     */
    void handled(JobItem item);

    /** Handles an item, and counts it as failed. In the order of the items. */
    void failed(JobItem item);

    /**
     * Notes on disk how far the run got. What the handled items came to must be on disk before.
     *
     * @param sinkMark where it is: what {@link #sinkMark} gives from now on
     */
    void mark(String sinkMark);

    /**
     * Notes how far the run got, and that it stops there because an item failed. Whoever continues it has seen to the
     * cause: for the items that are open, reads are asked again then, and so are updates and events that failed.
     *
     * @param sinkMark as for {@link #mark}
     */
    void stop(String sinkMark);

    /** How many items are handled, by earlier processes and this one. */
    long handledItems();

    /** The text of the last {@link #mark}, empty before the first. */
    String sinkMark();

    /**
     * All items are handled, and on disk: the run has ended, and retention keeps nothing for it any more. Does nothing when
     * it has ended before.
     *
     * @param sinkMark as for {@link #mark}
     */
    void end(String sinkMark);

    /** The key of the last item that is handled, by an earlier process or this one. */
    Optional<String> lastHandled();

    /** Returns the counts of the run until now. Those of requests are for any thread. */
    JobReport report();

    /** Whether all items were handled, by an earlier process or this one. */
    boolean isEnded();

    /** Gives the run back to whoever continues it, if it has not ended. Closing again does nothing. */
    @Override
    void close();

    /**
     * A run was continued with other items, or its body asks otherwise than before: what was handled and asked already cannot
     * be told any more. The message says where.
     */
    final class RunChangedException extends IllegalStateException {

        private static final long serialVersionUID = 1L;

        public RunChangedException(String message) {
            super(message);
        }
    }

    /** A run was started that has ended before, and {@link JobOptions#failsWhenEnded} was chosen. */
    final class RunEndedException extends IllegalStateException {

        private static final long serialVersionUID = 1L;

        public RunEndedException(String message) {
            super(message);
        }
    }

    /**
     * The body of a job: makes of each item its result.
     *
     * @param <T> the type of the items
     * @param <R> the type of the results
     */
    @FunctionalInterface
    interface JobBody<T, R> {

        /**
         * Makes the result of an item, on a thread of the loop's.
         *
         * @param gateway asks what this item needs
         * @return what the sink gets
         * @throws Exception and the item has failed
         */
        R apply(T item, JobItem gateway) throws Exception;
    }

    /**
     * The counts of a run.
     *
     * @param items items handled in the whole run, failed ones included
     * @param failed how many of them failed
     * @param handledBefore how many were handled by earlier processes, and passed over by this one
     * @param asked requests that this process asked
     * @param fromHistory requests that an earlier process had asked, and that were answered to this one from the output
     * @param alreadyEnded whether the run had ended before, and this process did nothing
     */
    record JobReport(long items, long failed, long handledBefore, long asked, long fromHistory, boolean alreadyEnded) {}
}
