package dev.sluice.perf.letters;

import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Size;
import dev.sluice.perf.lab.Sizes;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** The sizes of the letters experiment, for all its parts. */
final class LettersSizes {

    static final Sizes ALL = new Sizes();

    static final Size<Set<Part>> ONLY = ALL.choice(Part.class, "only", "", "chunk,latency,own,jdbc", "", "Which parts");
    static final Size<Boolean> PRELOAD =
            ALL.flag("preload", "The services answer from memory, to measure the cost of REST without a database");
    static final Size<Integer> CONTRACTS =
            ALL.count("contracts", "100000", "3000", "200", "Letters of each configuration");
    static final Size<Integer> DIRECT =
            ALL.count("direct", "100000", "1500", "200", "Letters by direct SQL, at most as many as --contracts");
    static final Size<Integer> SINGLES =
            ALL.count("singles", "10000", "300", "20", "Letters of the slow variants: individual REST, two SELECTs");
    static final Size<List<Integer>> CHUNKS =
            ALL.counts("chunks", "10,20,50,100,500", "10,100", "100", "Maximum numbers of keys in a call");
    static final Size<Integer> THREADS =
            ALL.count("threads", "16", "16", "3", "Threads of the pool, each of which handles one contract at a time");
    static final Size<List<Duration>> LATENCIES =
            ALL.latencies("latency", "200us,1ms,5ms", "1ms", "1ms", "Round trips of simulated networks");
    static final Size<Integer> CALLS_IN_FLIGHT = ALL.count(
            "calls-in-flight", "4", "4", "4", "Calls in flight of the gateway, and of the coroutines at each service");
    static final Size<Integer> BEHIND =
            ALL.count("behind", "40000", "10000", "10000", "Maximum number of letters over a network with latency");
    static final Size<Integer> SINGLE_MILLIS = ALL.count(
            "single-millis",
            "1000",
            "200",
            "200",
            "Approximate milliseconds for which variants with one contract at a time run over a network with latency");
    static final Size<Integer> OWN_LOOKUPS =
            ALL.count("own-lookups", "200000", "20000", "500", "Lookups of a job that reads and updates its own table");
    static final Size<Integer> OWN_CHUNK =
            ALL.count("own-chunk", "1000", "1000", "100", "Maximum number of requests in a chunk, for that same job");

    /** The parts, in the order in which they are measured. */
    enum Part {
        CHUNK,
        LATENCY,
        OWN,
        JDBC,
        LOOP
    }

    private LettersSizes() {}

    /** Returns the value of a size, but at most the number of contracts. */
    static int contracts(Run run, Size<Integer> most) {
        return Math.min(run.of(CONTRACTS), run.of(most));
    }
}
