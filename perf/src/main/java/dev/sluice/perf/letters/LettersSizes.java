package dev.sluice.perf.letters;

import dev.sluice.perf.lab.DatabaseChoice;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Size;
import dev.sluice.perf.lab.Sizes;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/** How many letters are written, in how many ways. */
final class LettersSizes {

    static final Sizes ALL = new Sizes();

    static final Size<Set<Part>> ONLY = ALL.choice(Part.class, "only", "", "", "", "Which parts");
    static final Size<String> DATABASE = ALL.text("database", DatabaseChoice.POSTGRESQL, DatabaseChoice.HELP);
    static final Size<String> USER = ALL.text("user", "", "Who asks the database behind a URL");
    static final Size<Boolean> PRELOAD =
            ALL.flag("preload", "The services answer from memory: what REST costs, without a database behind");
    static final Size<Integer> CONTRACTS =
            ALL.count("contracts", "100000", "3000", "200", "Letters of each configuration");
    static final Size<Integer> DIRECT =
            ALL.count("direct", "100000", "1500", "200", "Letters by direct SQL, no more than of the others");
    static final Size<Integer> SINGLES =
            ALL.count("singles", "10000", "300", "20", "Letters where each takes long: individual REST, two SELECTs");
    static final Size<List<Integer>> CHUNKS =
            ALL.counts("chunks", "10,20,50,100,500", "10,100", "100", "Keys of a call, at most");
    static final Size<List<Integer>> POOLS =
            ALL.counts("pools", "16", "16", "3", "Threads that ask one contract at a time each");
    static final Size<List<Duration>> LATENCIES = ALL.latencies(
            "latency",
            "200us,1ms,5ms",
            "1ms",
            "1ms",
            "Round trips of simulated networks; the database must be on this machine");
    static final Size<Integer> CALLS_IN_FLIGHT = ALL.count(
            "calls-in-flight", "4", "4", "4", "Calls in flight of the gateway, and of coroutines at each service");
    static final Size<Integer> AHEAD =
            ALL.count("ahead", "10000", "10000", "10000", "Lookups of the gateway's job without an answer, at most");
    static final Size<OptionalInt> WIDTH = ALL.countOrAuto(
            "width",
            "16",
            "Bodies at a time in the concurrent loop; auto is 10000 on virtual threads, 2000 on platform threads");
    static final Size<Integer> BEHIND = ALL.count(
            "behind", "40000", "10000", "10000", "Letters behind a latency and by what is in flight, at most");
    static final Size<Integer> SINGLE_MILLIS = ALL.count(
            "single-millis",
            "1000",
            "200",
            "200",
            "How long one contract at a time is measured behind a latency, about");
    static final Size<List<Integer>> IN_FLIGHT =
            ALL.counts("in-flight", "1,2,4,8", "1,4", "2", "Calls in flight that are compared");
    static final Size<List<Integer>> WINDOWS =
            ALL.counts("windows", "200,1000,4000,10000,40000", "1000,10000", "500", "Lookups ahead that are compared");
    static final Size<List<Integer>> LOADS = ALL.counts(
            "loads",
            "500,2000,5000,10000,20000,50000,100000",
            "500,5000,20000",
            "50",
            "Letters a second, of the curves of latency");
    static final Size<Integer> LOAD_MILLIS =
            ALL.count("load-millis", "2000", "400", "200", "How long each of these loads lasts");

    static final boolean VIRTUAL_THREADS = Runtime.version().feature() >= 21;

    private LettersSizes() {}

    /** What is measured, in this order. */
    enum Part {
        CHUNK,
        LATENCY,
        CALLS,
        LOOKUPS,
        LOAD
    }

    /** So many at most, where there are no more contracts. */
    static int contracts(Run run, Size<Integer> most) {
        return Math.min(run.of(CONTRACTS), run.of(most));
    }

    /** How many bodies run at a time in a concurrent loop. */
    static int width(Run run) {
        return run.of(WIDTH).orElse(VIRTUAL_THREADS ? 10_000 : 2_000);
    }

    /** The network of a part that measures after one only: that with a latency nearest to a millisecond. */
    static Duration network(Run run) {
        final Duration wanted = Duration.ofMillis(1);
        return run.of(LATENCIES).stream()
                .min(Comparator.comparing(latency -> latency.minus(wanted).abs()))
                .orElseThrow();
    }

    static String named(Duration latency) {
        return latency.isZero() ? "loopback" : Sizes.millis(latency);
    }
}
