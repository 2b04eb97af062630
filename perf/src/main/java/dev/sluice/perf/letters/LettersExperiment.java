package dev.sluice.perf.letters;

import dev.sluice.perf.lab.DatabaseChoice;
import dev.sluice.perf.lab.Experiment;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Size;
import dev.sluice.perf.report.Findings;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Letters for contracts, whose customers and addresses are asked of a database or of two services: by direct SQL, by
 * individual and by chunked REST calls, through the gateway, and by hand; by chunk, by latency, and by what is in flight.
 */
public final class LettersExperiment implements Experiment {

    /** What is measured, in this order. */
    enum Part {
        CHUNK,
        LATENCY,
        CALLS,
        LOOKUPS,
        LOAD
    }

    static final Size<Set<Part>> ONLY = Size.choice(Part.class, "only", "", "", "", "Which parts");
    static final Size<Boolean> PRELOAD =
            Size.flag("preload", "The services answer from memory: what REST costs, without a database behind");
    static final Size<Integer> CONTRACTS =
            Size.count("contracts", "100000", "3000", "200", "Letters of each configuration");
    static final Size<Integer> DIRECT =
            Size.count("direct", "100000", "1500", "200", "Letters by direct SQL, no more than of the others");
    static final Size<Integer> SINGLES =
            Size.count("singles", "10000", "300", "20", "Letters where each takes long: individual REST, two SELECTs");
    static final Size<List<Integer>> CHUNKS =
            Size.counts("chunks", "10,20,50,100,500", "10,100", "100", "Keys of a call, at most");
    static final Size<List<Integer>> POOLS =
            Size.counts("pools", "16", "16", "3", "Threads that ask one contract at a time each");
    static final Size<List<Duration>> LATENCIES = Size.latencies(
            "latency",
            "200us,1ms,5ms",
            "1ms",
            "1ms",
            "Round trips of simulated networks; the database must be on this machine");
    static final Size<Integer> CALLS_IN_FLIGHT = Size.count(
            "calls-in-flight", "4", "4", "4", "Calls in flight of the gateway, and of coroutines at each service");
    static final Size<Integer> AHEAD =
            Size.count("ahead", "10000", "10000", "10000", "Lookups of the gateway's job without an answer, at most");
    static final Size<OptionalInt> WIDTH = Size.countOrAuto(
            "width",
            Size.AUTO,
            "16",
            "Bodies at a time in the concurrent loop; auto is 10000 on virtual threads, 2000 on platform threads");
    static final Size<Integer> BEHIND = Size.count(
            "behind", "40000", "10000", "10000", "Letters behind a latency and by what is in flight, at most");
    static final Size<Integer> SINGLE_MILLIS = Size.count(
            "single-millis",
            "1000",
            "200",
            "200",
            "How long one contract at a time is measured behind a latency, about");
    static final Size<List<Integer>> IN_FLIGHT =
            Size.counts("in-flight", "1,2,4,8", "1,4", "2", "Calls in flight that are compared");
    static final Size<List<Integer>> WINDOWS =
            Size.counts("windows", "200,1000,4000,10000,40000", "1000,10000", "500", "Lookups ahead that are compared");
    static final Size<List<Integer>> LOADS = Size.counts(
            "loads",
            "500,2000,5000,10000,20000,50000,100000",
            "500,5000,20000",
            "50",
            "Letters a second, of the curves of latency");
    static final Size<Integer> LOAD_MILLIS =
            Size.count("load-millis", "2000", "400", "200", "How long each of these loads lasts");

    @Override
    public String name() {
        return "letters";
    }

    @Override
    public String title() {
        return "letters for contracts: direct SQL, REST calls, coroutines and the gateway";
    }

    @Override
    public List<Size<?>> sizes() {
        return List.of(
                ONLY,
                DatabaseChoice.DATABASE,
                DatabaseChoice.USER,
                PRELOAD,
                CONTRACTS,
                DIRECT,
                SINGLES,
                CHUNKS,
                POOLS,
                LATENCIES,
                CALLS_IN_FLIGHT,
                AHEAD,
                WIDTH,
                BEHIND,
                SINGLE_MILLIS,
                IN_FLIGHT,
                WINDOWS,
                LOADS,
                LOAD_MILLIS);
    }

    /** So many at most, where there are no more contracts. */
    static int contracts(Run run, Size<Integer> most) {
        return Math.min(run.of(CONTRACTS), run.of(most));
    }

    /** The network of a part that measures behind one only: that with a latency nearest to a millisecond. */
    static Duration network(Run run) {
        final Duration wanted = Duration.ofMillis(1);
        return run.of(LATENCIES).stream()
                .min(Comparator.comparing(latency -> latency.minus(wanted).abs()))
                .orElseThrow();
    }

    static String named(Duration latency) {
        return latency.isZero() ? "loopback" : Size.millis(latency);
    }

    @Override
    public void run(Run run, Findings findings) throws Exception {
        final DatabaseChoice choice = DatabaseChoice.of(run);
        try (LettersSystem system = LettersSystem.open(run, choice)) {
            conditions(run, system, choice, findings);
            run.progress().stage("letters: those to compare with");
            final LettersTimer timer = new LettersTimer(run.directory(), system.database(), run.of(CONTRACTS));
            int warmUps = 1; // the first part has warmed up job and gateway
            for (final Part part : run.of(ONLY)) {
                switch (part) {
                    case CHUNK -> new LettersByChunk(run, system).measure(timer, warmUps, findings);
                    case LATENCY -> new LettersByLatency(run, system).measure(timer, warmUps, findings);
                    case CALLS -> LettersByLatency.byCalls(run, system, timer, warmUps, findings);
                    case LOOKUPS -> LettersByLatency.byLookups(run, system, timer, warmUps, findings);
                    case LOAD -> new LettersByLoad(run, system).measure(findings);
                }
                warmUps = run.full() ? 1 : 0;
            }
        }
    }

    private static void conditions(Run run, LettersSystem system, DatabaseChoice choice, Findings findings)
            throws Exception {
        findings.condition("database", "%s, %s", system.database().described(), choice.described());
        findings.condition(
                "services",
                "one for customers and one for addresses %s: the reference server of examples/, each in a JVM of its own;"
                        + " a chunk is one SELECT there, too",
                run.of(PRELOAD) ? "from memory" : "over that database");
        findings.condition(
                "sizes",
                "%,d contracts in each measurement; the first %,d of them by direct SQL, %,d by individual REST and two"
                        + " SELECTs each; behind a latency and by what is in flight %,d at most, and as many one at a"
                        + " time as take %,d ms",
                run.of(CONTRACTS),
                contracts(run, DIRECT),
                contracts(run, SINGLES),
                run.of(BEHIND),
                run.of(SINGLE_MILLIS));
        findings.condition(
                "job",
                "reads contracts a thousand at a time, asks for each one's customer and address, writes its letter to a"
                        + " file; from the first contract read to the file closed, with everything open and some letters"
                        + " written before");
        findings.condition(
                "chunk",
                "keys in a call, at most, in every configuration; the gateway's chunk limit is twice that, as a contract"
                        + " asks for two things");
        findings.condition(
                "gateway",
                "two lookups for each contract, by a pipeline with %,d lookups ahead on one thread of the job; %d calls"
                        + " in flight; all gateways in a JVM of their own, of which one runs at a time",
                run.of(AHEAD),
                run.of(CALLS_IN_FLIGHT));
        findings.condition(
                "concurrent loop",
                "%,d bodies at a time, each of which waits for its customer, then for its address, on %s",
                LettersGateway.width(run),
                LettersGateway.VIRTUAL_THREADS ? "virtual threads" : "a pool of platform threads");
        findings.condition(
                "coroutines",
                "%d calls in flight at each service; a ticker of 2 ms; letters taken in the order of the contracts",
                run.of(CALLS_IN_FLIGHT));
        findings.condition(
                "latency",
                "%s of a round trip, half of it in each direction, by a proxy in the job's JVM that job and gateway go"
                        + " through",
                run.of(LATENCIES).stream().map(Size::millis).collect(Collectors.joining(", ")));
        findings.condition(
                "load",
                "letters asked for one by one at a fixed rate, whether those before have come or not; the time is that"
                        + " from the moment at which one was to be asked for");
        findings.condition(
                "checked",
                "every file of letters, byte by byte, with that of one SELECT at a time: none missing, none other, all in"
                        + " order");
        findings.condition(
                "document",
                "mean seconds for 100,000 contracts on a Raspberry Pi 4 with PostgreSQL 11; its letters were written in any"
                        + " order from coroutines");
    }
}
