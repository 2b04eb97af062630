package dev.sluice.client.job;

import dev.sluice.client.job.Sink.SinkException;
import dev.sluice.client.loop.ItemFailure.ItemFailedException;
import dev.sluice.client.loop.LoopInterruptedException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;

/**
 * One run of a restartable job. A run handles items. From time to time it records in a mark how many items are handled. The job
 * or the gateway may be killed at any moment. When the run is started again, it continues after its last mark. Requests that the
 * run had already sent are not sent again, but get their results from the output queue. In the end the run has the same output as
 * a run that was not killed.
 *
 * <p>Choose this for a batch job that must produce its results in the order of the items, and must be restartable without an
 * operator's decision. The code that handles one item, the body, may send requests and wait for them.
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
 * <p>The output is the same as without a kill only if the body and the items follow these rules:
 *
 * <ol>
 *   <li>The body sends requests only through the {@link JobItem} that is passed to it.
 *   <li>If the body runs again for an item and gets the same answers, it sends the same requests in the same order. So its
 *       requests may depend only on its item and on answers, not on the time of day, a random number, or other items.
 *   <li>The body sends requests from only one thread at a time, because requests are identified by their order.
 *   <li>The body's result, too, depends only on its item and on answers.
 *   <li>A change that the body makes itself, in memory, in a file or by e-mail, may happen again after a kill. Use an update, an
 *       event, or the sink instead.
 *   <li>The body waits with a declared method or {@code get()}, which can be interrupted, and not with {@code join()}, because a
 *       run that stops interrupts its bodies and waits for them. The body need not wait at all: the job waits for the updates and
 *       events of an item before the item counts as handled. If an update or event failed and the body did not look at its
 *       result, the item fails.
 *   <li>The body may catch a failed request and go on; the failure is then an answer like any other.
 *   <li>The items come in the same order each time, with the same keys, and each key comes once. New items may be added at the
 *       end.
 *   <li>Items are handled at least once: after a kill, the body runs again for the items after the last mark, and the sink gets
 *       their results again.
 *   <li>Events to services are sent at least once, as always.
 * </ol>
 *
 * <p>Until the run has ended, the gateway's retention keeps the messages that the run needs. Give up a run that will not be
 * continued, with {@link OpenRun#giveUp}.
 *
 * <p>One thread uses this object; only bodies run on other threads. This thread must not belong to the common pool, because by
 * default that pool completes the futures. If the pool has only one thread, as on two processors, the run would wait for itself.
 */
public interface Job extends AutoCloseable {

    /**
     * Returns the item whose body runs on this thread; empty outside of a body. Use this in code that gets no {@link JobItem} as
     * a parameter, for example in a JDBC driver.
     */
    static Optional<JobItem> currentItem() {
        return CurrentItem.get();
    }

    /**
     * Runs the body of an item on this thread, as {@link #run} does. Use this in user-defined loops that use {@link #item}.
     *
     * @throws Exception the exception of the body
     */
    static <R> R during(JobItem item, Callable<R> body) throws Exception {
        return CurrentItem.during(item, body);
    }

    /**
     * Runs the job from its last mark to its end. Items up to the mark are read from the source and skipped.
     *
     * @param key returns the key of an item. The key must be the same at each start of the run, and different from the keys of
     *     other items
     * @param sink receives the results of the bodies, in the order of the items; it is closed at the end
     * @return the counts of the whole run; if the run had already ended, this method returns at once. When this method returns,
     *     it is recorded that the caller knows of the end, and the next start throws {@link RunEndedException}
     * @throws ItemFailedException if an item failed, and failures are not collected. After the cause has been corrected, start
     *     the run again; the run then continues with this item, see {@link #stop}
     * @throws LoopInterruptedException if this thread was interrupted
     * @throws SinkException if the sink failed
     * @throws RunChangedException if the items differ from those that were handled earlier
     */
    <T, R> JobReport run(
            Iterable<? extends T> items,
            Function<? super T, String> key,
            JobBody<? super T, ? extends R> body,
            Sink<? super R> sink);

    /**
     * Runs the job like {@link #run}, but with a source that can begin after any item, so that handled items are not read again.
     *
     * @param behind returns the items after the item with the given key; without a key, all items
     */
    <T, R> JobReport runBehind(
            Function<Optional<String>, ? extends Iterable<? extends T>> behind,
            Function<? super T, String> key,
            JobBody<? super T, ? extends R> body,
            Sink<? super R> sink);

    /**
     * Begins one more item. This method is for loops of other frameworks. Items must begin in their order, on one thread. Any
     * thread may send the requests of the returned item.
     *
     * @param key the item's key; if the run uses several lanes, the key also selects the item's lane
     * @throws IllegalArgumentException if an item with that key is open
     */
    JobItem item(String key);

    /**
     * Begins one more item like {@link #item(String)}, but a second key selects the item's lane.
     *
     * @param lane the key that selects the lane; ignored unless {@link JobOptions#withLanes} was called
     */
    JobItem item(String key, String lane);

    /**
     * Counts an item as handled; the next {@link #mark} records this. Called in the order of the items.
     *
     * @throws IllegalStateException if an earlier item is not handled
     */
    void handled(JobItem item);

    /** Counts an item as handled and as failed. Called in the order of the items. */
    void failed(JobItem item);

    /**
     * Records on disk which items are handled. The results of these items must already be on disk.
     *
     * @param sinkMark the mark of the sink, which says where the results end; from now on {@link #sinkMark} returns this value
     */
    void mark(String sinkMark);

    /**
     * Records which items are handled, and that the run stops because an item failed. The continued run assumes that the cause
     * has been corrected. For items that are not handled, it sends three kinds of requests again: all reads, the failed updates,
     * and the events that were refused.
     *
     * @param sinkMark as for {@link #mark}
     */
    void stop(String sinkMark);

    /** Returns the number of items handled by earlier processes and by this process. */
    long handledItems();

    /** Returns the sink mark of the last {@link #mark}; empty before the first. */
    String sinkMark();

    /**
     * Ends the run after all items have been handled and their results are on disk. Retention then no longer keeps messages for
     * the run. Does nothing if the run has already ended. After {@link #close} the next start throws {@link RunEndedException}; if
     * this process is killed before, the next start succeeds and has nothing to do.
     *
     * @param sinkMark as for {@link #mark}
     */
    void end(String sinkMark);

    /** Returns the key of the last item handled, by an earlier process or this process. */
    Optional<String> lastHandled();

    /**
     * Returns the counts of the run so far. Only the thread of the run may rely on the counts of items; the counts of requests
     * are reliable on any thread.
     */
    JobReport report();

    /** Whether the run has ended, in an earlier process or in this process. */
    boolean isEnded();

    /** Releases the run. If the run has not ended, another process can then continue it. Closing again does nothing. */
    @Override
    void close();

    /**
     * Reports that a run was continued with different items, or that its body sends other requests than before, so that the
     * earlier items or requests cannot be recognised. The message names the first difference.
     */
    final class RunChangedException extends IllegalStateException {

        private static final long serialVersionUID = 1L;

        public RunChangedException(String message) {
            super(message);
        }
    }

    /**
     * Reports that a run was started again although it has ended, its output is complete, and an earlier process has reported
     * this. Thrown by {@link dev.sluice.client.GatewayClient#job(String, String, JobOptions)}, unless {@link
     * JobOptions#allowingStartIfEnded} is set.
     */
    final class RunEndedException extends IllegalStateException {

        private static final long serialVersionUID = 1L;
        private final Instant endedAt;
        private final long items;

        public RunEndedException(String message, Instant endedAt, long items) {
            super(message);
            this.endedAt = endedAt;
            this.items = items;
        }

        /** Returns when the end of the run was recorded, to the second. */
        public Instant endedAt() {
            return endedAt;
        }

        /** Returns the number of items handled in the whole run, including failed items. */
        public long items() {
            return items;
        }
    }

    /**
     * The body of a job: computes the result of an item.
     *
     * @param <T> the type of the items
     * @param <R> the type of the results
     */
    @FunctionalInterface
    interface JobBody<T, R> {

        /**
         * Computes the result of an item, on a thread of the loop.
         *
         * @param gateway sends the requests of this item
         * @return the result for the sink
         * @throws Exception if the item fails
         */
        R apply(T item, JobItem gateway) throws Exception;
    }

    /**
     * The counts of a run.
     *
     * @param items the number of items handled in the whole run, including failed items
     * @param failed the number of failed items
     * @param handledBefore the number of items that earlier processes handled and this process skipped
     * @param asked the number of requests that this process sent
     * @param fromHistory the number of requests that an earlier process had sent; this process read their answers from the output
     *     queue
     * @param alreadyEnded whether the run had already ended, so that this process did nothing
     */
    record JobReport(long items, long failed, long handledBefore, long asked, long fromHistory, boolean alreadyEnded) {}
}
