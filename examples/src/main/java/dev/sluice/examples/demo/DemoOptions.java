package dev.sluice.examples.demo;

import dev.sluice.testsupport.KafkaBrokers;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/**
 * The demo's options. If an option is not given, its value is that of the interrupted run, or the default if no run was
 * interrupted.
 */
final class DemoOptions {

    static final int DEFAULT_CONTRACTS = 100_000;
    static final long DEFAULT_SEED = 1;

    /** The maximum number of contracts that are handled with one GET for each lookup. */
    private static final long GETS = 2_000;

    private static final int MOST_CONTRACTS = 10_000_000;
    private static final int LONGEST_OUTAGE = 3_600;
    private static final int MOST_LANES = 16;
    private static final int HIGHEST_PORT = 65_535;
    private static final int DEFAULT_BROKERS = 3;

    @Option(
            names = "--contracts",
            paramLabel = "N",
            description = "The number of contracts to generate and write letters for (default: 100000).")
    Optional<Integer> contracts = Optional.empty();

    @Option(names = "--seed", paramLabel = "N", description = "The seed of the generated data (default: 1).")
    Optional<Long> seed = Optional.empty();

    @Option(
            names = "--database",
            paramLabel = "NAME",
            description = "hsqldb or postgresql; both come with the demo (default: hsqldb).")
    Optional<DatabaseKind> database = Optional.empty();

    @Option(
            names = "--form",
            paramLabel = "NAME",
            description = {
                "The form in which the job is written (default: callbacks). All forms write the same letters, even"
                        + " after a kill.",
                "callbacks: one thread writes the lookups, another handles the results in callbacks; a continued run reads"
                        + " all results again, and writes no request twice.",
                "futures: a restartable job; a loop with futures on one thread, which writes lookups ahead and handles the"
                        + " answers in order.",
                "virtual-threads: a restartable job; a loop that handles many contracts at a time, each on a thread"
                        + " that waits for futures. The threads are virtual from Java 21 on, before that from a pool.",
                "declared: the same loop, but it calls methods of an interface that the job declares, and waits for"
                        + " each answer.",
                "pipeline: does everything on one thread, and is the fastest form. It has no history, so a continued"
                        + " run repeats the lookups and updates of contracts that were not finished."
            })
    Optional<JobForm> form = Optional.empty();

    @Option(
            names = "--lanes",
            paramLabel = "N",
            description = {
                "The number of lanes (default: 1). Each lane keeps the order of its own requests; one gateway serves"
                        + " all lanes.",
                "Restartable jobs spread the contracts over the lanes; other forms use only one. With several lanes the"
                        + " default of --form is declared."
            })
    Optional<Integer> lanes = Optional.empty();

    @Option(
            names = "--transport",
            paramLabel = "NAME",
            description =
                    "chronicle: queues on this disk; kafka: topics of brokers in separate JVMs (default: chronicle).")
    Optional<Transport> transport = Optional.empty();

    @Option(
            names = "--brokers",
            paramLabel = "N",
            description = {
                "With --transport kafka: 3 brokers, which all store each message, or 1 for a small machine (default: 3).",
                "Brokers, gateway and job need about 2 GB of memory with 3 brokers, and 1 GB with 1."
            })
    Optional<Integer> brokers = Optional.empty();

    @Option(
            names = "--kill",
            description = {
                "Kills the gateway in the middle of the run, and starts it again. With --transport kafka, then kills"
                        + " each broker in turn, and starts it again.",
                "Shows for each kill the longest pause between finished contracts."
            })
    boolean kill;

    @Option(
            names = "--rest",
            description = "Looks up customers and addresses from two REST services, each in a separate JVM.")
    boolean rest;

    @Option(
            names = "--planted-differences",
            description =
                    "With --rest: the customer service answers three customers wrongly on purpose, which 'sluice replay"
                            + " diff' can find. The letters of these customers are wrong, too, so they are not compared"
                            + " with letters written one at a time.")
    boolean planted;

    @Option(
            names = "--outage",
            paramLabel = "SECONDS",
            description = "With --rest: kills the customer service in the middle, and starts it again after this time.")
    Optional<Integer> outage = Optional.empty();

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            defaultValue = "data/demo",
            description = "The directory of all files (default: ${DEFAULT-VALUE}).")
    Path directory;

    @Option(names = "--fresh", description = "Starts over, even if an interrupted run could be continued.")
    boolean fresh;

    @Option(
            names = "--serve",
            paramLabel = "PORT",
            arity = "0..1",
            fallbackValue = "0",
            description =
                    "Serves the gateway's live page, health and metrics on loopback, at this port or a free one, and keeps"
                            + " the gateway running at the end until Ctrl-C.")
    Optional<Integer> serve = Optional.empty();

    @Option(names = "--no-baseline", description = "Does not run the job again one at a time for comparison.")
    boolean noBaseline;

    @Option(
            names = "--baseline-contracts",
            paramLabel = "N",
            description = "Runs the job one at a time only for the first N contracts.")
    Optional<Integer> baselineContracts = Optional.empty();

    /** The transport of the lanes. */
    enum Transport {
        CHRONICLE,
        /** For this transport the launcher starts a program with Kafka's jars. */
        KAFKA
    }

    /** Returns the state of a new run. */
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

    /** Whether all given options agree with the interrupted run. */
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

    /** Returns the number of contracts to handle one at a time, or empty for none. */
    OptionalLong baseline(DemoState state) {
        return noBaseline || state.planted()
                ? OptionalLong.empty()
                : OptionalLong.of(Math.min(state.contracts(), baselineContracts.orElse(Integer.MAX_VALUE)));
    }

    /** Returns the number of contracts to handle with one GET for each lookup: a sample, because this is much slower. */
    OptionalLong gets(DemoState state) {
        return state.rest() && !noBaseline && !state.planted()
                ? OptionalLong.of(Math.min(GETS, baseline(state).getAsLong()))
                : OptionalLong.empty();
    }

    /** Returns a message about wrong options, or empty if there are none. */
    Optional<String> problem() {
        return Stream.of(
                        outside("--contracts", contracts, 1, MOST_CONTRACTS),
                        baselineContracts.filter(n -> n < 1).map(n -> "--baseline-contracts " + n + " is less than 1"),
                        outside("--lanes", lanes, 1, MOST_LANES),
                        outside("--outage", outage, 1, LONGEST_OUTAGE),
                        outside("--serve", serve, 0, HIGHEST_PORT),
                        Optional.of("--brokers needs --transport kafka as well")
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
