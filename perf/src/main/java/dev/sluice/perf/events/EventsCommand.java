package dev.sluice.perf.events;

import dev.sluice.perf.run.Experiment;
import dev.sluice.perf.run.RunOptions;
import dev.sluice.perf.system.Latency;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code events}. */
@Command(
        name = "events",
        description =
                "Events through the gateway, by batching workers and with one post each: throughput, CPU, latency.")
public final class EventsCommand implements Callable<Integer> {

    private static final List<Way> QUICK =
            List.of(Way.GATEWAY, Way.POOL_OF_10, Way.POOL_OF_100, Way.ASYNC_WORKER, Way.ONE_EACH);

    @Mixin
    private RunOptions options;

    @Option(
            names = "--only",
            paramLabel = "WAY",
            split = ",",
            description =
                    "Which ways, the gateway and a pool among them: ${COMPLETION-CANDIDATES}; all by default, with"
                            + " --quick those that there are targets for.")
    private List<Way> only = List.of();

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "2000",
            description = "Events a second where latency is measured; ${DEFAULT-VALUE} by default.")
    private int rate = 2_000;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "How long the gateway sends at that rate in each repetition; 60 by default, 1 with --quick.")
    private Optional<Integer> seconds = Optional.empty();

    @Option(
            names = "--full-millis",
            paramLabel = "MS",
            description = "How long each sends at full speed in each repetition; 1000 by default, 250 with --quick.")
    private Optional<Integer> fullMillis = Optional.empty();

    @Option(
            names = "--warm-up",
            paramLabel = "MS",
            description = "How long each sends before it is measured, a gateway three times as long; 3000 by default,"
                    + " 350 with --quick.")
    private Optional<Integer> warmUpMillis = Optional.empty();

    @Option(
            names = "--loads",
            paramLabel = "N",
            split = ",",
            description = "Events a second, of the curves of latency; 500 to 200000 by default.")
    private List<Integer> loads = List.of();

    @Option(
            names = "--limits",
            paramLabel = "N",
            split = ",",
            description = "Batch limits, of the curve of throughput; 10 to 1000 by default, only --limit with --quick.")
    private List<Integer> limits = List.of();

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "100",
            description = "Most events of a post everywhere else; ${DEFAULT-VALUE} by default.")
    private int limit = 100;

    @Option(
            names = "--interval",
            paramLabel = "MS",
            defaultValue = "10",
            description = "How long the first event of a batch waits; ${DEFAULT-VALUE} by default.")
    private int intervalMillis = 10;

    @Option(
            names = "--calls-in-flight",
            paramLabel = "N",
            defaultValue = "4",
            description = "Asynchronous posts under way at most; ${DEFAULT-VALUE} by default.")
    private int callsInFlight = 4;

    @Option(
            names = "--latency",
            paramLabel = "TIME",
            converter = Latency.class,
            description = "How late the sink answers each post: 1ms or 500us; not at all by default.")
    private Duration latency = Duration.ZERO;

    @Override
    public Integer call() throws Exception {
        return options.perform(experiment(options));
    }

    /** With these options of its own, and those that all have as they were given to another command. */
    public static Experiment with(RunOptions options, String... own) {
        return RunOptions.parsed(new EventsCommand(), own).experiment(options);
    }

    private Experiment experiment(RunOptions of) {
        final int rateMillis = Math.multiplyExact(of.size(seconds, 60, 1), 1_000);
        final int otherRateMillis = Math.min(rateMillis, of.size(Optional.empty(), 2_000, 400));
        return new EventsExperiment(
                new EventsSizes(
                        of.values(only, List.of(Way.values()), QUICK),
                        of.size(fullMillis, 1_000, 250),
                        rate,
                        rateMillis,
                        otherRateMillis,
                        of.values(
                                loads,
                                List.of(500, 2_000, 5_000, 20_000, 50_000, 100_000, 200_000),
                                List.of(2_000, 20_000)),
                        of.size(Optional.empty(), 1_000, 400),
                        of.values(limits, List.of(10, 30, 1_000), List.of()),
                        of.size(Optional.empty(), 3, 1),
                        of.size(warmUpMillis, 3_000, 350)),
                new Batching(limit, Duration.ofMillis(intervalMillis), callsInFlight),
                latency);
    }
}
