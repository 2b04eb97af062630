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
 * How a job runs.
 *
 * @param loop runs the bodies: how many at a time, what becomes of failures, who hears of progress
 * @param marks how often the run's mark is written, at least: each one forces the sink to disk. What is handled between
 *     two of them is handled again after a kill
 * @param futures how the futures behave that bodies get
 * @param failsWhenEnded whether the start of a run that has ended before throws {@link RunEndedException}. Otherwise the job
 *     logs a warning, asks nothing, and gives the sink nothing: for schedulers that may start a run twice
 * @param lanes gives an item the key of its lane, see {@link #withLanes}; empty: all items are on the lane of the run's name
 */
public record JobOptions(
        MainLoop loop,
        Duration marks,
        FuturesOptions futures,
        boolean failsWhenEnded,
        Optional<Function<Object, String>> lanes) {

    /**
     * 256 bodies at a time, the first failure stops, a mark each second, futures completed on the common pool, and a warning
     * when the run has ended before.
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
            throw new IllegalArgumentException("a mark every " + marks + ": not less than 0 is possible");
        }
    }

    public JobOptions withLoop(MainLoop newLoop) {
        return new JobOptions(newLoop, marks, futures, failsWhenEnded, lanes);
    }

    /** {@link Duration#ZERO} for a mark after each item. */
    public JobOptions withMarks(Duration newMarks) {
        return new JobOptions(loop, newMarks, futures, failsWhenEnded, lanes);
    }

    public JobOptions withFutures(FuturesOptions newFutures) {
        return new JobOptions(loop, marks, newFutures, failsWhenEnded, lanes);
    }

    /** The start of a run that has ended before throws {@link RunEndedException}: for runs that may get one name by mistake. */
    public JobOptions failingWhenEnded() {
        return new JobOptions(loop, marks, futures, true, lanes);
    }

    /**
     * Spreads the run over all lanes of the queues: the requests of an item go to the lane of its key, in their order. With
     * one lane nothing changes.
     *
     * <p>Whoever sets this declares that <em>items of different keys may be asked in any order</em>. Items that read or
     * change the same rows need the same key. A counter-example: each item moves money from one account to another, and
     * its key is the account that pays. Account B gets 100 from A in item 1 and pays 100 to C in item 2: with two keys the
     * payment may come first, and fail for want of money, which no run on one lane does. Accounts that never pay each other
     * may have keys of their own, such as that of their branch.
     *
     * <p>The key of an item is the same whenever the run is started, and a run goes on as it began, with or without this.
     *
     * @param items the type of the items
     * @param key what items must share that keep their order
     */
    public <T> JobOptions withLanes(Class<T> items, Function<? super T, String> key) {
        return new JobOptions(loop, marks, futures, failsWhenEnded, Optional.of(item -> key.apply(items.cast(item))));
    }
}
