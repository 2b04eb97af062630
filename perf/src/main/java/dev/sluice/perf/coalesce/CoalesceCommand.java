package dev.sluice.perf.coalesce;

import dev.sluice.perf.run.Experiment;
import dev.sluice.perf.run.RunOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code coalesce}. */
@Command(
        name = "coalesce",
        description = "Many requests for few keys of a slow service: a thread for each call, a batching pool,"
                + " java-dataloader, and the gateway.")
public final class CoalesceCommand implements Callable<Integer> {

    @Mixin
    private RunOptions options;

    @Option(
            names = "--requests",
            paramLabel = "N",
            defaultValue = "3000",
            description = "In each measurement, 10000 at most; ${DEFAULT-VALUE} by default.")
    private int requests = 3_000;

    @Option(
            names = "--keys",
            paramLabel = "N",
            defaultValue = "300",
            description = "How many different ones they ask for; ${DEFAULT-VALUE} by default.")
    private int keys = 300;

    @Option(
            names = "--delay",
            paramLabel = "MS-MS",
            defaultValue = "10-30",
            converter = Delay.Converter.class,
            description = "How long a call takes, at random; ${DEFAULT-VALUE} milliseconds by default.")
    private Delay delay = new Delay(10_000, 30_000);

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "64",
            description = "That make a call for each request; ${DEFAULT-VALUE} by default.")
    private int threads = 64;

    @Option(
            names = "--workers",
            paramLabel = "N",
            defaultValue = "8",
            description = "Of the pool that batches; ${DEFAULT-VALUE} by default.")
    private int workers = 8;

    @Option(
            names = "--batch",
            paramLabel = "N",
            defaultValue = "100",
            description = "Most keys in a batch of that pool; ${DEFAULT-VALUE} by default.")
    private int batch = 100;

    @Option(
            names = "--linger",
            paramLabel = "MS",
            defaultValue = "2",
            description = "Of the gateway that lingers, in milliseconds; ${DEFAULT-VALUE} by default.")
    private int linger = 2;

    @Option(
            names = "--calls-in-flight",
            paramLabel = "N",
            split = ",",
            description = "Of the gateways in the curve; 1, 2, 4 and 8 by default.")
    private List<Integer> callsInFlight = List.of();

    @Option(
            names = "--chunks",
            paramLabel = "N",
            split = ",",
            description = "Chunk limits in the curve, 10000 at most; 30 to 3000 by default.")
    private List<Integer> chunks = List.of();

    @Option(
            names = "--key-counts",
            paramLabel = "N",
            split = ",",
            description = "How many different keys in the curve; 30 to 3000 by default.")
    private List<Integer> keyCounts = List.of();

    @Option(
            names = "--delays",
            paramLabel = "MS",
            split = ",",
            description = "Mean times of a call in the curve; 2 to 50 by default.")
    private List<Integer> delays = List.of();

    @Override
    public Integer call() throws Exception {
        return options.perform(experiment(options));
    }

    /** With these options of its own, and those that all have as they were given to another command. */
    public static Experiment with(RunOptions options, String... own) {
        return RunOptions.parsed(new CoalesceCommand(), own).experiment(options);
    }

    private Experiment experiment(RunOptions run) {
        final boolean quick = run.quick();
        return new CoalesceExperiment(
                new CoalesceExperiment.Sizes(
                        requests, keys, delay, threads, workers, batch, Duration.ofMillis(linger), quick ? 1 : 10),
                new CoalesceExperiment.Varied(
                        run.values(callsInFlight, List.of(1, 2, 4, 8), List.of(1, 2, 4)),
                        run.values(chunks, List.of(30, 100, 300, 1_000, 3_000), List.of(100, 300, 3_000)),
                        run.values(keyCounts, List.of(30, 100, 300, 1_000, 3_000), List.of(30, 300, 3_000)),
                        run.values(delays, List.of(2, 5, 10, 20, 50), List.of(5, 20, 50)),
                        quick ? 1 : 5,
                        !quick));
    }
}
