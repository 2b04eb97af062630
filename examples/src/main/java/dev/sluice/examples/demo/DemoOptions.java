package dev.sluice.examples.demo;

import dev.sluice.testsupport.KafkaBrokers;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The demo's options; what is not given comes from the interrupted run, or has its default. */
final class DemoOptions {

    static final int DEFAULT_CONTRACTS = 100_000;
    static final long DEFAULT_SEED = 1;

    /** The most contracts that are done with one GET for each lookup. */
    private static final long GETS = 2_000;

    private static final int MOST_CONTRACTS = 10_000_000;
    private static final int LONGEST_OUTAGE = 3_600;
    private static final int MOST_LANES = 16;
    private static final int HIGHEST_PORT = 65_535;
    private static final int DEFAULT_BROKERS = 3;

    @Option(
            names = "--contracts",
            paramLabel = "N",
            description = "How many contracts to make and write letters for (default: 100000).")
    Optional<Integer> contracts = Optional.empty();

    @Option(names = "--seed", paramLabel = "N", description = "Another seed makes other data (default: 1).")
    Optional<Long> seed = Optional.empty();

    @Option(
            names = "--database",
            paramLabel = "NAME",
            description = "hsqldb or postgresql; both are brought along (default: hsqldb).")
    Optional<DatabaseKind> database = Optional.empty();

    @Option(
            names = "--form",
            paramLabel = "NAME",
            description = {
                "How the job is written (default: callbacks). All end with the same letters, killed or not.",
                "callbacks: one thread asks, one takes the results as calls of its methods; continued, it takes all of"
                        + " them again, and asks nothing twice.",
                "futures: a restartable job; a loop of futures on one thread, which asks ahead and takes the answers in"
                        + " order.",
                "virtual-threads: a restartable job; a loop that runs many bodies at a time, each waiting for its"
                        + " futures; on virtual threads from Java 21 on, on a pool of threads before.",
                "declared: the same loop, whose bodies ask through an interface of the job's own, and wait for each"
                        + " answer.",
                "pipeline: asks and handles on one thread, the fastest; no history: continued, it asks again what it"
                        + " had not done, and repeats those updates."
            })
    Optional<JobForm> form = Optional.empty();

    @Option(
            names = "--lanes",
            paramLabel = "N",
            description = {
                "Have so many lanes, each with its own order of requests, served by one process (default: 1).",
                "The forms that are restartable jobs spread the contracts over them, and are written as declared unless"
                        + " --form says otherwise; the others ask on one."
            })
    Optional<Integer> lanes = Optional.empty();

    @Option(
            names = "--transport",
            paramLabel = "NAME",
            description =
                    "chronicle: queues on this disk; or kafka: topics of brokers in JVMs of their own (default: chronicle).")
    Optional<Transport> transport = Optional.empty();

    @Option(
            names = "--brokers",
            paramLabel = "N",
            description = {
                "With --transport kafka: 3 brokers, each message on all of them, or 1 for a small machine (default: 3).",
                "With the gateway and the job they need about 2 GB of memory, or 1 GB."
            })
    Optional<Integer> brokers = Optional.empty();

    @Option(
            names = "--kill",
            description = {
                "Kill the gateway in the middle and start it again; with --transport kafka each broker, too, one after another.",
                "Says for how long no contract was done after each kill."
            })
    boolean kill;

    @Option(
            names = "--rest",
            description = "Customers and addresses are asked of two REST services, each in a JVM of its own.")
    boolean rest;

    @Option(
            names = "--planted-differences",
            description =
                    "With --rest: the customer service has three customers wrong, on purpose, for 'sluice replay diff' to"
                            + " find. Their letters are wrong, too, so nothing is compared with one at a time.")
    boolean planted;

    @Option(
            names = "--outage",
            paramLabel = "SECONDS",
            description = "With --rest: kill the customer service in the middle, and start it again after so long.")
    Optional<Integer> outage = Optional.empty();

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            defaultValue = "data/demo",
            description = "Where everything is kept (default: ${DEFAULT-VALUE}).")
    Path directory;

    @Option(names = "--fresh", description = "Start over, also when an interrupted run could be continued.")
    boolean fresh;

    @Option(
            names = "--serve",
            paramLabel = "PORT",
            arity = "0..1",
            fallbackValue = "0",
            description =
                    "Serve the gateway's live page, health and metrics on loopback, at this port or one that is free,"
                            + " and leave it up at the end, until Ctrl-C.")
    Optional<Integer> serve = Optional.empty();

    @Option(names = "--no-baseline", description = "Leave out the same job one at a time.")
    boolean noBaseline;

    @Option(
            names = "--baseline-contracts",
            paramLabel = "N",
            description = "One at a time for the first N contracts only.")
    Optional<Integer> baselineContracts = Optional.empty();

    /** What the lanes are made of. */
    enum Transport {
        CHRONICLE,
        /** For it the launcher starts a program that has Kafka's jars. */
        KAFKA
    }

    /** The state to begin with when there is nothing to continue. */
    DemoState begin() {
        return new DemoState(
                contracts.orElse(DEFAULT_CONTRACTS),
                seed.orElse(DEFAULT_SEED),
                database.orElse(DatabaseKind.HSQLDB),
                rest,
                planted,
                form.orElse(lanes.orElse(1) == 1 ? JobForm.CALLBACKS : JobForm.DECLARED),
                lanes.orElse(1),
                isOnKafka() ? brokers.orElse(DEFAULT_BROKERS) : 0,
                DemoState.Stage.LOADING);
    }

    private boolean isOnKafka() {
        return transport.orElse(Transport.CHRONICLE) == Transport.KAFKA;
    }

    /** Whether nothing was asked for that the interrupted run does not do. */
    boolean fit(DemoState interrupted) {
        return contracts.map(n -> n == interrupted.contracts()).orElse(true)
                && seed.map(n -> n == interrupted.seed()).orElse(true)
                && database.map(kind -> kind == interrupted.database()).orElse(true)
                && form.map(kind -> kind == interrupted.form()).orElse(true)
                && lanes.map(n -> n == interrupted.lanes()).orElse(true)
                && transport
                        .map(its -> its == Transport.KAFKA == interrupted.brokers() > 0)
                        .orElse(true)
                && brokers.map(n -> n == interrupted.brokers()).orElse(true)
                && (!rest || interrupted.rest())
                && (!planted || interrupted.planted());
    }

    /** How many contracts are done one at a time, empty for none. */
    OptionalLong baseline(DemoState state) {
        return noBaseline || state.planted()
                ? OptionalLong.empty()
                : OptionalLong.of(Math.min(state.contracts(), baselineContracts.orElse(Integer.MAX_VALUE)));
    }

    /** How many of them are done with one GET for each lookup: a sample, as it takes that much longer. */
    OptionalLong gets(DemoState state) {
        return state.rest() && !noBaseline && !state.planted()
                ? OptionalLong.of(Math.min(GETS, baseline(state).getAsLong()))
                : OptionalLong.empty();
    }

    /** Returns what is wrong with the options, if anything is. */
    Optional<String> problem() {
        return Stream.of(
                        outside("--contracts", contracts, 1, MOST_CONTRACTS),
                        baselineContracts.filter(n -> n < 1).map(n -> "--baseline-contracts " + n + " is less than 1"),
                        outside("--lanes", lanes, 1, MOST_LANES),
                        outside("--outage", outage, 1, LONGEST_OUTAGE),
                        outside("--serve", serve, 0, HIGHEST_PORT),
                        Optional.of("--brokers are Kafka's: give --transport kafka, too")
                                .filter(text -> brokers.isPresent() && !isOnKafka()),
                        brokers.filter(n -> n != 1 && n != 3).map(n -> "--brokers " + n + " is neither 1 nor 3"),
                        Optional.of("--transport kafka needs Kafka's jars: " + DemoLanes.START_WITH_KAFKA)
                                .filter(text -> isOnKafka() && !KafkaBrokers.areThere()),
                        Optional.of("--no-baseline and --baseline-contracts exclude each other")
                                .filter(text -> noBaseline && baselineContracts.isPresent()))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<String> outside(String option, Optional<Integer> given, int least, int most) {
        return given.filter(n -> n < least || n > most)
                .map(n -> option + " " + n + " is not between " + least + " and " + most);
    }
}
