package dev.sluice.perf.events;

import dev.sluice.perf.lab.Experiment;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Size;
import dev.sluice.perf.report.Findings;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Events sent through the gateway, by pools of workers that post batches, by one worker that posts them asynchronously,
 * and with one post each: at full speed, at the document's rate, and against load and batch limit.
 */
public final class EventsExperiment implements Experiment {

    static final Size<Set<Way>> ONLY = Size.choice(
            Way.class,
            "only",
            "",
            "gateway,pool_of_10,pool_of_100,async_worker,one_each",
            "gateway,pool_of_10,one_each",
            "Which ways, the gateway and a pool among them");
    static final Size<Integer> RATE =
            Size.count("rate", "2000", "2000", "200", "Events a second where latency is measured");
    static final Size<Integer> SECONDS =
            Size.count("seconds", "60", "1", "1", "How long the gateway sends at that rate in each repetition");
    static final Size<Integer> OTHER_MILLIS =
            Size.count("other-millis", "2000", "400", "200", "How long the others send at that rate, at most");
    static final Size<Integer> FULL_MILLIS =
            Size.count("full-millis", "1000", "250", "30", "How long each sends at full speed in each repetition");
    static final Size<Integer> WARM_UP = Size.count(
            "warm-up",
            "3000",
            "350",
            "30",
            "Milliseconds that each sends before it is measured; a gateway three times as long, since two processes have"
                    + " more to compile");
    static final Size<List<Integer>> LOADS = Size.counts(
            "loads",
            "500,2000,5000,20000,50000,100000,200000",
            "2000,20000",
            "100",
            "Events a second, of the curves of latency");
    static final Size<Integer> LOAD_MILLIS =
            Size.count("load-millis", "1000", "400", "200", "How long each of these loads lasts");
    static final Size<Integer> CURVE_REPETITIONS =
            Size.count("curve-repetitions", "3", "1", "1", "How often a point of a curve is measured");
    static final Size<List<Integer>> LIMITS = Size.counts(
            "limits", "10,30,100,1000", "100", "20,100", "Batch limits, of the curve of throughput at full speed");
    static final Size<Integer> LIMIT =
            Size.count("limit", "100", "100", "100", "Most events of a post everywhere else");
    static final Size<Duration> INTERVAL =
            Size.latency("interval", "10ms", "How long the first event of a batch waits");
    static final Size<Integer> CALLS_IN_FLIGHT =
            Size.count("calls-in-flight", "4", "4", "4", "Asynchronous posts under way at most");
    static final Size<Duration> LATENCY = Size.latency("latency", "0ms", "How late the sink answers each post");

    @Override
    public String name() {
        return "events";
    }

    @Override
    public String title() {
        return "events through the gateway, by batching workers, and with one post each";
    }

    @Override
    public List<Size<?>> sizes() {
        return List.of(
                ONLY,
                RATE,
                SECONDS,
                OTHER_MILLIS,
                FULL_MILLIS,
                WARM_UP,
                LOADS,
                LOAD_MILLIS,
                CURVE_REPETITIONS,
                LIMITS,
                LIMIT,
                INTERVAL,
                CALLS_IN_FLIGHT,
                LATENCY);
    }

    @Override
    public void run(Run run, Findings findings) throws Exception {
        final List<Way> ways = List.copyOf(run.of(ONLY));
        if (!ways.contains(Way.GATEWAY) || ways.stream().noneMatch(Way::pool)) {
            throw new IllegalArgumentException("The ways " + ways + " are without the gateway, or without a pool");
        }
        conditions(run, findings);
        final Speeds speeds = new Speeds(run, ways);
        final EventCurves curves = new EventCurves(run, ways);
        try (EventSink.Jvm sink = EventSink.start(run.directory(), run.of(LATENCY))) {
            try (Senders senders = Senders.start(run, ways, sink, run.of(LIMIT))) {
                speeds.measure(senders);
                curves.overLoads(senders);
            }
            curves.overLimits(sink, speeds);
        }
        speeds.report(findings);
        curves.report(findings);
    }

    private static void conditions(Run run, Findings findings) {
        findings.condition(
                "sink",
                "an HTTP server of this experiment in a JVM of its own, the same for all, which only finds each event's id"
                        + " and idempotency key; it answers %s late",
                Size.millis(run.of(LATENCY)));
        findings.condition(
                "sizes",
                "events of some 60 bytes; %,d ms each at full speed; at %,d a second %,d s through the gateway and"
                        + " %,d ms by the others; %,d ms for each point against load, %d of each point of the curves",
                run.of(FULL_MILLIS),
                run.of(RATE),
                run.of(SECONDS),
                run.of(OTHER_MILLIS),
                run.of(LOAD_MILLIS),
                run.of(CURVE_REPETITIONS));
        findings.condition(
                "batches",
                "at most %,d events, or after %s (the gateway without linger sends what there is when the call before is"
                        + " over); %d asynchronous posts under way at most; %,d events at most that have not arrived",
                run.of(LIMIT),
                Size.millis(run.of(INTERVAL)),
                run.of(CALLS_IN_FLIGHT),
                Sending.WINDOW);
        findings.condition(
                "senders",
                "each in a JVM of its own with 256 MB of heap, so that CPU (the whole process's, compiler and collector"
                        + " included) and allocation are its own; for the gateway job and gateway together");
        findings.condition(
                "not equal",
                "after the gateway events arrive in order, one call at a time, and survive the end of either process"
                        + " (no sync: not a power cut); the pools and the worker have them in memory only, lose them when"
                        + " their process ends, and send them in any order");
        findings.condition(
                "latency",
                "from the moment at which the event was to be sent, not from that at which it was, until the sender"
                        + " knows that the sink has it; through the gateway: until the job has read its result");
        findings.condition(
                "checked",
                "in each measurement: each event at the sink, by idempotency key, and those counted that came twice; the"
                        + " gateway's results in order");
        findings.condition(
                "retries",
                "by all: once by the baselines, when the connection is lost; a post whose answer was lost comes twice");
    }
}
