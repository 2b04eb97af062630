package dev.sluice.perf;

import dev.sluice.service.log.LogSetup;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command line of the experiments. */
@Command(
        name = "sluice perf",
        description = "Measures the gateway beside its baselines, in one run, and says under which conditions.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        usageHelpAutoWidth = true,
        synopsisSubcommandLabel = "COMMAND",
        scope = ScopeType.INHERIT)
public final class Main implements Runnable {

    private static final String CHUNKS = "10,100,500,1000";
    private static final String REST_CHUNKS = "10,100,500";
    private static final int CALLS_IN_FLIGHT = 2;
    private static final int EVENTS_A_SECOND = 2_000;
    private static final String TRANSACTIONS = "100,1000";
    private static final String HEAP = "256m";
    private static final int CHUNK = 100;

    @Spec
    private CommandSpec spec;

    /** Runs what the arguments name and exits: 0 done, 1 failed, 2 wrong arguments. */
    public static void main(String[] args) {
        System.setProperty(LogSetup.LEVEL, "warn");
        System.exit(execute(args));
    }

    static int execute(String... args) {
        return new CommandLine(new Main())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(Main::failed)
                .execute(args);
    }

    /** Sizes that cannot be are told like other wrong arguments. */
    private static int failed(Exception e, CommandLine command, ParseResult arguments) throws Exception {
        if (e instanceof IllegalArgumentException) {
            command.getErr().println("sluice perf: " + e.getMessage());
            return CommandLine.ExitCode.USAGE;
        }
        throw e;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Name an experiment, or all");
    }

    @Command(
            name = "queue",
            description = "The queues and the component alone: write, read, the loop, bytes allocated.")
    int queue(
            @Mixin RunOptions options,
            @Option(names = "--requests", paramLabel = "N", description = "How many lookups.")
                    Optional<Integer> requests,
            @Option(
                            names = "--chunk",
                            paramLabel = "N",
                            defaultValue = "" + CHUNK,
                            description = "The chunk limit; ${DEFAULT-VALUE} by default.")
                    int chunk)
            throws Exception {
        return run(options, new QueueExperiment(DefaultSizes.queue(options, requests), chunk));
    }

    @Command(name = "lookups", description = "Lookups beside a hand-written chunk loop and one SELECT at a time.")
    int lookups(
            @Mixin RunOptions options,
            @Mixin DatabaseOptions database,
            @Option(names = "--lookups", paramLabel = "N", description = "How many in each measurement.")
                    Optional<Integer> lookups,
            @Option(names = "--rows", paramLabel = "N", description = "Of the table.") Optional<Integer> rows,
            @Option(
                            names = "--chunks",
                            paramLabel = "N",
                            split = ",",
                            defaultValue = CHUNKS,
                            description = "The chunk limits; ${DEFAULT-VALUE} by default.")
                    List<Integer> chunks)
            throws Exception {
        return run(
                options,
                new LookupsExperiment(database.choice(), DefaultSizes.lookups(options, lookups, rows, chunks)));
    }

    @Command(name = "rest", description = "Lookups behind a REST service, in chunks and with one GET each.")
    int rest(
            @Mixin RunOptions options,
            @Mixin DatabaseOptions database,
            @Option(names = "--lookups", paramLabel = "N", description = "How many in each measurement.")
                    Optional<Integer> lookups,
            @Option(names = "--singles", paramLabel = "N", description = "How many of them with one GET each.")
                    Optional<Integer> singles,
            @Option(names = "--rows", paramLabel = "N", description = "Of the table.") Optional<Integer> rows,
            @Option(
                            names = "--chunks",
                            paramLabel = "N",
                            split = ",",
                            defaultValue = REST_CHUNKS,
                            description = "The chunk limits; ${DEFAULT-VALUE} by default.")
                    List<Integer> chunks,
            @Option(
                            names = "--calls-in-flight",
                            paramLabel = "N",
                            defaultValue = "" + CALLS_IN_FLIGHT,
                            description = "Of the gateway, at a time; ${DEFAULT-VALUE} by default.")
                    int callsInFlight,
            @Option(
                            names = "--preload",
                            description =
                                    "The service answers from memory: what REST costs, without a database behind.")
                    boolean preload)
            throws Exception {
        return run(
                options,
                new RestExperiment(
                        database.choice(),
                        preload,
                        DefaultSizes.rest(options, lookups, singles, rows, chunks, callsInFlight)));
    }

    @Command(name = "events", description = "Events at a fixed rate: from request to result, and none lost.")
    int events(
            @Mixin RunOptions options,
            @Option(
                            names = "--rate",
                            paramLabel = "N",
                            defaultValue = "" + EVENTS_A_SECOND,
                            description = "Events a second; ${DEFAULT-VALUE} by default.")
                    int rate,
            @Option(
                            names = "--seconds",
                            paramLabel = "N",
                            description = "How long each repetition is; 60 by default, 10 with --quick.")
                    Optional<Integer> seconds)
            throws Exception {
        return run(options, new EventsExperiment(DefaultSizes.events(options, rate, seconds)));
    }

    @Command(name = "updates", description = "Durable updates beside a service that commits one at a time.")
    int updates(
            @Mixin RunOptions options,
            @Option(
                            names = "--database",
                            paramLabel = "KIND",
                            defaultValue = "hsqldb",
                            description = "hsqldb (on files) or postgresql (with fsync); ${DEFAULT-VALUE} by default.")
                    DurableDatabases.Kind database,
            @Option(names = "--updates", paramLabel = "N", description = "How many in each measurement.")
                    Optional<Integer> updates,
            @Option(
                            names = "--transactions",
                            paramLabel = "N",
                            split = ",",
                            defaultValue = TRANSACTIONS,
                            description = "How many updates share a transaction; ${DEFAULT-VALUE} by default.")
                    List<Integer> transactions)
            throws Exception {
        return run(options, new UpdatesExperiment(database, DefaultSizes.updates(options, updates), transactions));
    }

    @Command(name = "sync", description = "What it costs that requests and results survive a power cut.")
    int sync(
            @Mixin RunOptions options,
            @Option(names = "--requests", paramLabel = "N", description = "In each measurement.")
                    Optional<Integer> requests,
            @Option(
                            names = "--chunks",
                            paramLabel = "N",
                            split = ",",
                            defaultValue = TRANSACTIONS,
                            description = "The gateway's chunk limits; ${DEFAULT-VALUE} by default.")
                    List<Integer> chunks)
            throws Exception {
        return run(options, new SyncExperiment(DefaultSizes.sync(options, requests), chunks));
    }

    @Command(name = "backlog", description = "The heap while a backlog of millions is written and drained.")
    int backlog(
            @Mixin RunOptions options,
            @Mixin DatabaseOptions database,
            @Option(names = "--requests", paramLabel = "N", description = "Of the backlog.") Optional<Integer> requests,
            @Option(
                            names = "--heap",
                            paramLabel = "SIZE",
                            defaultValue = HEAP,
                            description = "-Xmx of the job and of the gateway; ${DEFAULT-VALUE} by default.")
                    String heap)
            throws Exception {
        return run(options, new BacklogExperiment(database.choice(), DefaultSizes.backlog(options, requests, heap)));
    }

    @Command(name = "replay", description = "How fast the replay tool reads both queues, beside bare tailers.")
    int replay(
            @Mixin RunOptions options,
            @Option(names = "--pairs", paramLabel = "N", description = "How many requests, each with its result.")
                    Optional<Integer> pairs)
            throws Exception {
        return run(options, new ReplayExperiment(DefaultSizes.replay(options, pairs)));
    }

    @Command(
            name = "forms",
            description = "The forms of a job, a lone lookup, and the letters beside one SELECT at a time.")
    int forms(@Mixin RunOptions options, @Mixin FormsOptions forms) throws Exception {
        return run(options, forms.experiment(options));
    }

    @Command(name = "all", description = "All of them, one after the other.")
    int all(@Mixin RunOptions options) throws Exception {
        final DatabaseChoice postgresql = new DatabaseChoice(DatabaseChoice.POSTGRESQL, "");
        return run(
                options,
                new QueueExperiment(DefaultSizes.queue(options, Optional.empty()), CHUNK),
                new LookupsExperiment(
                        postgresql,
                        DefaultSizes.lookups(
                                options, Optional.empty(), Optional.empty(), DefaultSizes.numbers(CHUNKS))),
                new RestExperiment(
                        postgresql,
                        true,
                        DefaultSizes.rest(
                                options,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                DefaultSizes.numbers(REST_CHUNKS),
                                CALLS_IN_FLIGHT)),
                new EventsExperiment(DefaultSizes.events(options, EVENTS_A_SECOND, Optional.empty())),
                new UpdatesExperiment(
                        DurableDatabases.Kind.HSQLDB,
                        DefaultSizes.updates(options, Optional.empty()),
                        DefaultSizes.numbers(TRANSACTIONS)),
                new SyncExperiment(DefaultSizes.sync(options, Optional.empty()), DefaultSizes.numbers(TRANSACTIONS)),
                new BacklogExperiment(postgresql, DefaultSizes.backlog(options, Optional.empty(), HEAP)),
                new ReplayExperiment(DefaultSizes.replay(options, Optional.empty())),
                new FormsOptions().experiment(options));
    }

    private static int run(RunOptions options, Experiment... experiments) throws Exception {
        final Run run = options.toRun();
        for (final Experiment experiment : experiments) {
            final Report report = experiment.run(run);
            run.progress().done();
            report.write(run.out());
            System.out.println(report.markdown());
        }
        return 0;
    }

    /** The version of the jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"sluice perf " + Machine.version(Main.class)};
        }
    }
}
