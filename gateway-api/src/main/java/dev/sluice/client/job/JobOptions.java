package dev.sluice.client.job;

import dev.sluice.api.FuturesOptions;
import dev.sluice.client.job.Job.RunEndedException;
import dev.sluice.client.loop.MainLoop;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;

/**
 * The options of a job.
 *
 * @param loop the loop that runs the body (the job's own code) for each item. The loop defines how many bodies run at a time, how
 *     failures are handled, and the progress listener
 * @param marks the time between two marks of the run. Each mark forces the sink to disk; items handled after the last mark are
 *     handled again after a kill
 * @param futures the options of the futures that bodies get
 * @param allowsStartIfEnded whether a run that has ended may be started again, see {@link #allowingStartIfEnded}. If not, such a
 *     start throws {@link RunEndedException}
 * @param lanes a function from an item to the key that selects its lane, see {@link #withLanes}. If there is no function, the
 *     run's name selects one lane for all items
 */
public record JobOptions(
        MainLoop loop,
        Duration marks,
        FuturesOptions futures,
        boolean allowsStartIfEnded,
        Optional<Function<Object, String>> lanes) {

    /**
     * The defaults: those of {@link MainLoop#DEFAULTS}, one mark each second, futures that complete on the common pool, and an
     * exception if the run has already ended.
     */
    public static final JobOptions DEFAULTS = new JobOptions(
            MainLoop.DEFAULTS,
            Duration.ofSeconds(1),
            FuturesOptions.on(ForkJoinPool.commonPool()),
            false,
            Optional.empty());

    public JobOptions {
        Objects.requireNonNull(loop, "loop");
        Objects.requireNonNull(futures, "futures");
        Objects.requireNonNull(lanes, "lanes");
        if (marks.isNegative()) {
            throw new IllegalArgumentException("a mark every " + marks + ": the time must not be negative");
        }
    }

    public JobOptions withLoop(MainLoop newLoop) {
        return new JobOptions(newLoop, marks, futures, allowsStartIfEnded, lanes);
    }

    /** Sets the time between two marks; {@link Duration#ZERO} for a mark after each item. */
    public JobOptions withMarks(Duration newMarks) {
        return new JobOptions(loop, newMarks, futures, allowsStartIfEnded, lanes);
    }

    public JobOptions withFutures(FuturesOptions newFutures) {
        return new JobOptions(loop, marks, newFutures, allowsStartIfEnded, lanes);
    }

    /**
     * Allows the start of a run that has ended: it logs a warning, sends no requests, writes nothing to the sink, and succeeds.
     * Use this option under a scheduler that keeps its own record of runs that are done, such as Spring Batch: if it was killed
     * before it could record the end, it starts the run again.
     */
    public JobOptions allowingStartIfEnded() {
        return new JobOptions(loop, marks, futures, true, lanes);
    }

    /**
     * Spreads the run over all lanes of the queues. Each item has a key that selects the lane for the item's requests. The
     * requests on one lane keep their order. If the queues have only one lane, this option has no effect.
     *
     * <p>Setting this declares that <em>the requests of items with different keys may be executed in any order</em>. Items that
     * read or change the same rows need the same key. A counter-example: each item moves money from one account to another, and
     * its key is the account that pays. Account B gets 100 from A in item 1 and pays 100 to C in item 2. The two items have
     * different keys, so item 2 may be executed first and fail because B has no money yet; on one lane this cannot happen. If the
     * accounts of different branches never pay each other, the branch can be the key.
     *
     * <p>The key of an item must be the same at each start of the run. A run that began with this option continues with it, and a
     * run that began without it continues without it.
     *
     * @param items the type of the items
     * @param key returns the key of an item; items with equal keys keep their order
     */
    public <T> JobOptions withLanes(Class<T> items, Function<? super T, String> key) {
        return new JobOptions(
                loop, marks, futures, allowsStartIfEnded, Optional.of(item -> key.apply(items.cast(item))));
    }
}
