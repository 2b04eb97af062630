package dev.sluice.client.job;

import dev.sluice.api.FuturesOptions;
import dev.sluice.client.job.Job.RunEndedException;
import dev.sluice.client.loop.MainLoop;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;

/**
 * How a job runs.
 *
 * @param loop runs the bodies: how many at a time, what becomes of failures, who hears of progress
 * @param marks how often the run's mark is written, at least: each one forces the sink to disk. What is handled between
 *     two of them is handled again after a kill
 * @param futures how the futures behave that bodies get
 * @param failsWhenEnded whether the start of a run that has ended before throws {@link RunEndedException}. Otherwise the job
 *     logs a warning, asks nothing, and gives the sink nothing: for schedulers that may start a run twice
 */
public record JobOptions(MainLoop loop, Duration marks, FuturesOptions futures, boolean failsWhenEnded) {

    /**
     * 256 bodies at a time, the first failure stops, a mark each second, futures completed on the common pool, and a warning
     * when the run has ended before.
     */
    public static final JobOptions DEFAULTS = new JobOptions(
            MainLoop.DEFAULTS, Duration.ofSeconds(1), FuturesOptions.on(ForkJoinPool.commonPool()), false);

    public JobOptions {
        Objects.requireNonNull(loop, "loop");
        Objects.requireNonNull(futures, "futures");
        if (marks.isNegative()) {
            throw new IllegalArgumentException("a mark every " + marks + ": not less than 0 is possible");
        }
    }

    public JobOptions withLoop(MainLoop newLoop) {
        return new JobOptions(newLoop, marks, futures, failsWhenEnded);
    }

    /** {@link Duration#ZERO} for a mark after each item. */
    public JobOptions withMarks(Duration newMarks) {
        return new JobOptions(loop, newMarks, futures, failsWhenEnded);
    }

    public JobOptions withFutures(FuturesOptions newFutures) {
        return new JobOptions(loop, marks, newFutures, failsWhenEnded);
    }

    /** The start of a run that has ended before throws {@link RunEndedException}: for runs that may get one name by mistake. */
    public JobOptions failingWhenEnded() {
        return new JobOptions(loop, marks, futures, true);
    }
}
