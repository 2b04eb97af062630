package dev.sluice.perf.letters;

import dev.sluice.perf.lab.Experiment;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Size;
import dev.sluice.perf.lab.Sizes;
import dev.sluice.perf.report.Findings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Letters for contracts, whose customers and addresses are asked of a database or of two services: by direct SQL, by
 * individual and by chunked REST calls, through the gateway, and by hand; by chunk, by latency, and by load.
 */
public final class LettersExperiment {

    private static final Sizes SIZES = new Sizes();

    private static final Size<Set<Part>> ONLY = SIZES.choice(Part.class, "only", "", "", "", "Which parts");
    static final Size<Boolean> PRELOAD =
            SIZES.flag("preload", "The services answer from memory: what REST costs, without a database behind");
    static final Size<Integer> CONTRACTS =
            SIZES.count("contracts", "100000", "3000", "200", "Letters of each configuration");
    static final Size<Integer> DIRECT =
            SIZES.count("direct", "100000", "1500", "200", "Letters by direct SQL, no more than of the others");
    static final Size<Integer> SINGLES =
            SIZES.count("singles", "10000", "300", "20", "Letters where each takes long: individual REST, two SELECTs");
    static final Size<List<Integer>> CHUNKS =
            SIZES.counts("chunks", "10,20,50,100,500", "10,100", "100", "Keys of a call, at most");
    static final Size<Integer> THREADS =
            SIZES.count("threads", "16", "16", "3", "Threads of the pool that ask one contract at a time each");
    static final Size<List<Duration>> LATENCIES =
            SIZES.latencies("latency", "200us,1ms,5ms", "1ms", "1ms", "Round trips of simulated networks");
    static final Size<Integer> CALLS_IN_FLIGHT = SIZES.count(
            "calls-in-flight", "4", "4", "4", "Calls in flight of the gateway, and of coroutines at each service");
    static final Size<Integer> BEHIND =
            SIZES.count("behind", "40000", "10000", "10000", "Letters behind a latency, at most");
    static final Size<Integer> SINGLE_MILLIS = SIZES.count(
            "single-millis",
            "1000",
            "200",
            "200",
            "How long one contract at a time is measured behind a latency, about");
    static final Size<List<Integer>> LOADS = SIZES.counts(
            "loads",
            "500,2000,5000,10000,20000,50000,100000",
            "500,5000,20000",
            "50",
            "Letters a second, of the curves of latency");
    static final Size<Integer> LOAD_MILLIS =
            SIZES.count("load-millis", "2000", "400", "200", "How long each of these loads lasts");

    /** The parts, in the order in which they are measured. */
    private enum Part {
        CHUNK,
        LATENCY,
        LOAD
    }

    private LettersExperiment() {}

    public static Experiment experiment() {
        return new Experiment(
                "letters",
                "letters for contracts: direct SQL, REST calls, coroutines and the gateway",
                SIZES,
                LettersExperiment::measure);
    }

    private static void measure(Run run, Findings findings) throws Exception {
        try (LettersSystem system = LettersSystem.open(run)) {
            conditions(run, system, findings);
            run.progress().stage("letters: those to compare with");
            final Path expected = LettersSweep.expected(run, system.database());
            int warmUps = 1; // the first part has warmed up job and gateway
            for (final Part part : run.of(ONLY)) {
                final LettersSweep sweep = new LettersSweep(run, expected);
                switch (part) {
                    case CHUNK -> new LettersByChunk(run, system, sweep).measure(warmUps, findings);
                    case LATENCY -> new LettersByLatency(run, system, sweep).measure(warmUps, findings);
                    case LOAD -> new LettersByLoad(run, system).measure(findings);
                }
                warmUps = run.full() ? 1 : 0;
            }
        }
    }

    /** The value of that size, or the number of contracts if that is less. */
    static int contracts(Run run, Size<Integer> most) {
        return Math.min(run.of(CONTRACTS), run.of(most));
    }

    private static void conditions(Run run, LettersSystem system, Findings findings) throws Exception {
        findings.conditions(
                """
                database: %s, a server of its own on this machine
                services: one for customers and one for addresses %s: the reference server of examples/, each in a JVM
                  of its own; a chunk is one SELECT there, too
                sizes: %,d contracts in each measurement; the first %,d of them by direct SQL, %,d by individual REST
                  and two SELECTs each; behind a latency %,d at most, and as many one at a time as take %,d ms
                job: reads contracts a thousand at a time, asks for each one's customer and address, writes its letter
                  to a file; from the first contract read to the file closed, with everything open and some letters
                  written before
                chunk: keys in a call, at most, in every configuration; the gateway's chunk limit is twice that, as a
                  contract asks for two things
                gateway: two lookups for each contract, by a pipeline with %,d lookups ahead on one thread of the job;
                  %d calls in flight; all gateways in a JVM of their own, of which one runs at a time
                concurrent loop: %,d bodies at a time, each of which waits for its customer, then for its address, on
                  %s
                coroutines: %d calls in flight at each service; a ticker of 2 ms; letters taken in the order of the
                  contracts
                latency: %s of a round trip, half of it in each direction, by a proxy in the job's JVM that job and
                  gateway go through
                load: letters asked for one by one at a fixed rate, whether those before have come or not; the time is
                  that from the moment at which one was to be asked for
                checked: every file of letters, byte by byte, with that of one SELECT at a time: none missing, none
                  other, all in order
                document: mean seconds for 100,000 contracts on a Raspberry Pi 4 with PostgreSQL 11; its letters were
                  written in any order from coroutines
                """,
                system.database().described(),
                run.of(PRELOAD) ? "from memory" : "over that database",
                run.of(CONTRACTS),
                contracts(run, DIRECT),
                contracts(run, SINGLES),
                run.of(BEHIND),
                run.of(SINGLE_MILLIS),
                LettersGateway.AHEAD,
                run.of(CALLS_IN_FLIGHT),
                LettersGateway.WIDTH,
                LettersGateway.VIRTUAL_THREADS ? "virtual threads" : "a pool of platform threads",
                run.of(CALLS_IN_FLIGHT),
                run.of(LATENCIES).stream().map(Sizes::millis).collect(Collectors.joining(", ")));
    }
}
