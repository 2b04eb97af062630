package dev.sluice.perf.events;

import dev.sluice.perf.lab.Size;
import dev.sluice.perf.lab.Sizes;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** How many events are sent, in which ways. */
final class EventsSizes {

    static final Sizes ALL = new Sizes();

    static final Size<Set<Way>> ONLY = ALL.choice(
            Way.class,
            "only",
            "",
            "gateway,pool_of_10,pool_of_100,async_worker,one_each",
            "gateway,pool_of_10,one_each",
            "Which ways, the gateway and a pool among them");
    static final Size<Integer> RATE =
            ALL.count("rate", "2000", "2000", "200", "Events a second where latency is measured");
    static final Size<Integer> SECONDS =
            ALL.count("seconds", "60", "1", "1", "How long the gateway sends at that rate in each repetition");
    static final Size<Integer> OTHER_MILLIS =
            ALL.count("other-millis", "2000", "400", "200", "How long the others send at that rate, at most");
    static final Size<Integer> FULL_MILLIS =
            ALL.count("full-millis", "1000", "250", "30", "How long each sends at full speed in each repetition");
    static final Size<Integer> WARM_UP = ALL.count(
            "warm-up",
            "3000",
            "350",
            "30",
            "Milliseconds that each sends before it is measured; a gateway three times as long, since two processes have"
                    + " more to compile");
    static final Size<List<Integer>> LOADS = ALL.counts(
            "loads",
            "500,2000,5000,20000,50000,100000,200000",
            "2000,20000",
            "100",
            "Events a second, of the curves of latency");
    static final Size<Integer> LOAD_MILLIS =
            ALL.count("load-millis", "1000", "400", "200", "How long each of these loads lasts");
    static final Size<Integer> CURVE_REPETITIONS =
            ALL.count("curve-repetitions", "3", "1", "1", "How often a point of a curve is measured");
    static final Size<List<Integer>> LIMITS = ALL.counts(
            "limits", "10,30,100,1000", "100", "20,100", "Batch limits, of the curve of throughput at full speed");
    static final Size<Integer> LIMIT = ALL.count("limit", "100", "100", "100", "Most events of a post everywhere else");
    static final Size<Duration> INTERVAL = ALL.latency("interval", "10ms", "How long the first event of a batch waits");
    static final Size<Integer> CALLS_IN_FLIGHT =
            ALL.count("calls-in-flight", "4", "4", "4", "Asynchronous posts under way at most");
    static final Size<Duration> LATENCY = ALL.latency("latency", "0ms", "How late the sink answers each post");

    private EventsSizes() {}
}
