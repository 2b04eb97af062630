package dev.sluice.perf.burst;

import dev.sluice.perf.load.Change;
import dev.sluice.perf.run.Experiment;
import dev.sluice.perf.run.RunOptions;
import dev.sluice.perf.system.DurableDatabases;
import dev.sluice.perf.system.Latency;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code burst}. */
@Command(
        name = "burst",
        description = "Bursts of durable changes beside services and jobs without a gateway; backlogs.")
public final class BurstCommand implements Callable<Integer> {

    private static final String DEFAULT_HEAP = "256m";

    @Mixin
    private RunOptions options;

    @Option(
            names = "--only",
            paramLabel = "PART",
            split = ",",
            description = "Which parts: ${COMPLETION-CANDIDATES}; all by default.")
    private Set<BurstExperiment.Which> only = EnumSet.allOf(BurstExperiment.Which.class);

    @Option(
            names = "--database",
            paramLabel = "KIND",
            split = ",",
            description = "hsqldb (on files) and postgresql (with fsync), both by default.")
    private Set<DurableDatabases.Kind> databases = EnumSet.allOf(DurableDatabases.Kind.class);

    @Option(
            names = "--changes",
            paramLabel = "KIND",
            split = ",",
            description = "${COMPLETION-CANDIDATES}; insert and update by default, insert with --quick.")
    private Set<Change> kinds = EnumSet.noneOf(Change.class);

    @Option(
            names = "--updates",
            paramLabel = "N",
            description = "How many changes a burst has; 200000 by default, 5000 with --quick.")
    private Optional<Integer> updates = Optional.empty();

    @Option(
            names = "--singles",
            paramLabel = "N",
            description = "How many a burst has where they are made one at a time; 10000 by default, 500 with --quick.")
    private Optional<Integer> singles = Optional.empty();

    @Option(
            names = "--transactions",
            paramLabel = "N",
            split = ",",
            description = "How many changes share a transaction; 10,100,1000,5000 by default, 1000 with --quick.")
    private List<Integer> transactions = List.of();

    @Option(
            names = "--latency",
            paramLabel = "TIME",
            converter = Latency.class,
            description = "Of a simulated network before PostgreSQL, a round trip: 1ms or 500us; none by default.")
    private Duration latency = Duration.ZERO;

    @Option(
            names = "--backlogs",
            paramLabel = "N",
            split = ",",
            description = "Sizes of backlogs that are written and then drained; 200000,2000000,5000000 by default,"
                    + " 100000 with --quick.")
    private List<Long> backlogs = List.of();

    @Option(names = "--most", paramLabel = "N", description = "A further, large backlog, such as 50000000.")
    private Optional<Long> most = Optional.empty();

    @Option(
            names = "--beyond-memory",
            description = "And one whose requests are larger than this machine's memory; takes long, and twice as much"
                    + " room on the disk.")
    private boolean beyondMemory;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description =
                    "Requests a second of a job that writes faster than the gateway drains; by default about twice"
                            + " what the gateway does.")
    private Optional<Integer> rate = Optional.empty();

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "How long that job goes on; 20 by default, 1 with --quick.")
    private Optional<Integer> seconds = Optional.empty();

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            defaultValue = DEFAULT_HEAP,
            description = "-Xmx of job and gateway where backlogs are measured; ${DEFAULT-VALUE} by default.")
    private String heap = DEFAULT_HEAP;

    @Option(
            names = "--writers",
            paramLabel = "N",
            split = ",",
            description = "How many threads, and how many processes, write at a time; 1,2,4,8 by default, 1,2 with"
                    + " --quick.")
    private List<Integer> writers = List.of();

    @Option(
            names = "--written",
            paramLabel = "N",
            description = "How many requests they write in each measurement; 1000000 by default, 200000 with --quick.")
    private Optional<Integer> written = Optional.empty();

    @Override
    public Integer call() throws Exception {
        return options.perform(experiment(options));
    }

    /** With these options of its own, and those that all have as they were given to another command. */
    public static Experiment with(RunOptions options, String... own) {
        return RunOptions.parsed(new BurstCommand(), own).experiment(options);
    }

    private Experiment experiment(RunOptions all) {
        return new BurstExperiment(
                only,
                databases,
                new BurstSizes(
                        kinds(all),
                        all.size(updates, 200_000, 5_000),
                        all.size(singles, 10_000, 500),
                        all.values(transactions, List.of(10, 100, 1000, 5000), List.of(1000)),
                        latency),
                new BacklogSizes(
                        Stream.concat(
                                        all
                                                .values(
                                                        backlogs,
                                                        List.of(200_000L, 2_000_000L, 5_000_000L),
                                                        List.of(100_000L))
                                                .stream(),
                                        most.stream())
                                .toList(),
                        beyondMemory,
                        rate,
                        all.size(seconds, 20, 1),
                        heap),
                new WritersPart(
                        all.values(writers, List.of(1, 2, 4, 8), List.of(1, 2)),
                        all.size(written, 1_000_000, 200_000)));
    }

    private Set<Change> kinds(RunOptions all) {
        if (!kinds.isEmpty()) {
            return kinds;
        }
        return all.quick() ? EnumSet.of(Change.INSERT) : EnumSet.of(Change.INSERT, Change.UPDATE);
    }
}
