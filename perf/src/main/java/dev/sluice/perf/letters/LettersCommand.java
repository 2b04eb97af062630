package dev.sluice.perf.letters;

import dev.sluice.perf.run.Experiment;
import dev.sluice.perf.run.RunOptions;
import dev.sluice.perf.system.DatabaseOptions;
import dev.sluice.perf.system.Latency;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code letters}. */
@Command(
        name = "letters",
        description =
                "Letters for contracts: direct SQL, REST calls one by one and in chunks, and the gateway on both.")
public final class LettersCommand implements Callable<Integer> {

    private static final List<Integer> CHUNKS = List.of(10, 20, 50, 100, 500);
    private static final List<Integer> CHUNKS_QUICK = List.of(10, 100);
    private static final List<Duration> LATENCIES =
            List.of(Duration.ofNanos(200_000), Duration.ofMillis(1), Duration.ofMillis(5));
    private static final List<Duration> LATENCIES_QUICK = List.of(Duration.ofMillis(1));

    private static final int DIRECT_QUICK = 1_500;

    /** Beyond that the services of the document were not measured. */
    private static final int LARGEST_IN_DOCUMENT = 100;

    @Mixin
    private RunOptions options;

    @Mixin
    private DatabaseOptions database = new DatabaseOptions();

    @Option(
            names = "--only",
            paramLabel = "PART",
            split = ",",
            description = "Which parts: ${COMPLETION-CANDIDATES}; all by default.")
    private Set<LettersExperiment.Which> only = EnumSet.allOf(LettersExperiment.Which.class);

    @Option(names = "--contracts", paramLabel = "N", description = "How many letters of each configuration.")
    private Optional<Integer> contracts = Optional.empty();

    @Option(
            names = "--singles",
            paramLabel = "N",
            description = "How many where each takes long: individual REST, two SELECTs.")
    private Optional<Integer> singles = Optional.empty();

    @Option(
            names = "--chunks",
            paramLabel = "N",
            split = ",",
            description = "Keys of a call, at most; 10,20,50,100,500 by default, 10,100 with --quick.")
    private List<Integer> chunks = List.of();

    @Option(
            names = "--pools",
            paramLabel = "N",
            split = ",",
            defaultValue = "16",
            description = "Threads that ask one contract at a time each; ${DEFAULT-VALUE} by default.")
    private List<Integer> pools = List.of(16);

    @Option(
            names = "--latency",
            paramLabel = "TIME",
            split = ",",
            converter = Latency.class,
            description =
                    "Of simulated networks, a round trip; 200us,1ms,5ms by default, 1ms with --quick. The database must be"
                            + " on this machine.")
    private List<Duration> latencies = List.of();

    @Option(
            names = "--calls-in-flight",
            paramLabel = "N",
            defaultValue = "4",
            description = "Of the gateway, and of coroutines at each service; ${DEFAULT-VALUE} by default.")
    private int callsInFlight = 4;

    @Option(
            names = "--ahead",
            paramLabel = "N",
            defaultValue = "10000",
            description = "Lookups of the gateway's job without an answer, at most; ${DEFAULT-VALUE} by default.")
    private int ahead = 10_000;

    @Option(
            names = "--in-flight",
            paramLabel = "N",
            split = ",",
            description = "Calls in flight that are compared; 1,2,4,8 by default, 1,4 with --quick.")
    private List<Integer> inFlight = List.of();

    @Option(
            names = "--windows",
            paramLabel = "N",
            split = ",",
            description =
                    "Lookups ahead that are compared; 200,1000,4000,10000,40000 by default, 1000,10000 with --quick.")
    private List<Integer> windows = List.of();

    @Option(
            names = "--loads",
            paramLabel = "N",
            split = ",",
            description = "Letters a second, of the curves of latency; 500 to 100000 by default, 500,5000,20000 with"
                    + " --quick.")
    private List<Integer> loads = List.of();

    @Override
    public Integer call() throws Exception {
        return options.perform(experiment(options));
    }

    /** With these options of its own, and those that all have as they were given to another command. */
    public static Experiment with(RunOptions options, String... own) {
        return RunOptions.parsed(new LettersCommand(), own).experiment(options);
    }

    private Experiment experiment(RunOptions run) {
        final boolean quick = run.quick();
        final int all = run.size(contracts, 100_000, 3_000);
        final List<Integer> keys = run.values(chunks, CHUNKS, CHUNKS_QUICK);
        final LettersSizes sizes = new LettersSizes(
                all,
                quick ? Math.min(all, DIRECT_QUICK) : all,
                Math.min(all, run.size(singles, 10_000, 300)),
                keys,
                keys.stream().filter(chunk -> chunk <= LARGEST_IN_DOCUMENT).toList(),
                pools,
                callsInFlight,
                ahead,
                run.values(latencies, LATENCIES, LATENCIES_QUICK),
                quick ? 10_000 : 40_000,
                quick ? TimeUnit.MILLISECONDS.toNanos(200) : TimeUnit.SECONDS.toNanos(1),
                run.values(inFlight, List.of(1, 2, 4, 8), List.of(1, 4)),
                run.values(windows, List.of(200, 1_000, 4_000, 10_000, 40_000), List.of(1_000, 10_000)),
                List.copyOf(new TreeSet<>(run.values(
                        loads,
                        List.of(500, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000),
                        List.of(500, 5_000, 20_000)))),
                quick ? 400 : 2_000);
        return new LettersExperiment(database.choice(), sizes, only, quick ? 0 : 1);
    }
}
