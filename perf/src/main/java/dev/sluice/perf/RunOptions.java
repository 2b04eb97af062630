package dev.sluice.perf;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that all experiments have. */
final class RunOptions {

    private static final int REPETITIONS = 5;
    private static final int REPETITIONS_QUICK = 3;

    @Option(names = "--quick", description = "Smaller sizes and fewer repetitions: all experiments in three minutes.")
    private boolean quick;

    @Option(
            names = "--repetitions",
            paramLabel = "N",
            description = "How often each variant is measured; " + REPETITIONS + " by default, " + REPETITIONS_QUICK
                    + " with --quick.")
    private Optional<Integer> repetitions = Optional.empty();

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "42",
            description = "Of everything random; ${DEFAULT-VALUE} by default.")
    private long seed;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "target/perf",
            description =
                    "Where the tables go as Markdown and JSON, and where queues and database files are made for the"
                            + " time of the run; ${DEFAULT-VALUE} by default.")
    private Path out;

    boolean quick() {
        return quick;
    }

    /** The size asked for, or else the default of this kind of run. */
    int size(Optional<Integer> asked, int full, int small) {
        return asked.orElse(quick ? small : full);
    }

    Run toRun() {
        return new Run(size(repetitions, REPETITIONS, REPETITIONS_QUICK), seed, out, Progress.onStandardError());
    }
}
