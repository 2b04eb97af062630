package dev.sluice.client.job;

import dev.sluice.api.FuturesOptions;
import dev.sluice.client.loop.MainLoop;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;

/**
 * How a job runs.
 *
 * @param loop runs the bodies: how many at a time, what becomes of failures, who hears of progress
 * @param marks how often the run's mark is written, at least: each one forces the sink to disk. What is handled between
 *     two of them is handled again behind a kill
 * @param futures how the futures behave that bodies get
 * @param whenEnded what a start of a run does that has ended before
 */
public record JobOptions(MainLoop loop, Duration marks, FuturesOptions futures, WhenEnded whenEnded) {

    /**
     * 256 bodies at a time, the first failure stops, a mark each second, futures completed on the common pool, and a warning
     * when the run has ended before.
     */
    public static final JobOptions DEFAULTS = new JobOptions(
            MainLoop.DEFAULTS,
            Duration.ofSeconds(1),
            FuturesOptions.on(ForkJoinPool.commonPool()),
            WhenEnded.DO_NOTHING);

    public JobOptions {
        Objects.requireNonNull(loop, "loop");
        Objects.requireNonNull(futures, "futures");
        Objects.requireNonNull(whenEnded, "whenEnded");
        if (marks.isNegative()) {
            throw new IllegalArgumentException("a mark every " + marks + ": not less than 0 is possible");
        }
    }

    public JobOptions withLoop(MainLoop newLoop) {
        return new JobOptions(newLoop, marks, futures, whenEnded);
    }

    /** {@link Duration#ZERO} for a mark behind each item. */
    public JobOptions withMarks(Duration newMarks) {
        return new JobOptions(loop, newMarks, futures, whenEnded);
    }

    public JobOptions withFutures(FuturesOptions newFutures) {
        return new JobOptions(loop, marks, newFutures, whenEnded);
    }

    public JobOptions withWhenEnded(WhenEnded newWhenEnded) {
        return new JobOptions(loop, marks, futures, newWhenEnded);
    }
}
