package dev.sluice.perf.events;

import dev.sluice.perf.events.Delivery.Load;
import dev.sluice.perf.lab.Experiment;
import dev.sluice.perf.lab.LatencyByLoad;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.ServerJvm;
import dev.sluice.perf.lab.Sizes;
import dev.sluice.perf.lab.Variant;
import dev.sluice.perf.report.Curves;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Plot.Axis;
import java.util.List;
import java.util.TreeSet;

/**
 * Events sent through the gateway, by pools of workers that post batches, by one worker that posts them asynchronously,
 * and with one post each: at full speed, at the document's rate, and against load and batch limit.
 */
public final class EventsExperiment {

    /** Three curves for each way are enough for one picture. */
    private static final List<Way> IN_CURVES = List.of(Way.GATEWAY, Way.POOL_OF_10, Way.ASYNC_WORKER);

    private EventsExperiment() {}

    public static Experiment experiment() {
        return new Experiment(
                "events",
                "events through the gateway, by batching workers, and with one post each",
                EventsSizes.ALL,
                EventsExperiment::measure);
    }

    private static void measure(Run run, Findings findings) throws Exception {
        final List<Way> ways = List.copyOf(run.of(EventsSizes.ONLY));
        if (!ways.contains(Way.GATEWAY) || ways.stream().noneMatch(Way::pool)) {
            throw new IllegalArgumentException("The ways " + ways + " are without the gateway, or without a pool");
        }
        conditions(run, findings);
        final List<Way> inCurves = IN_CURVES.stream().filter(ways::contains).toList();
        final Speeds speeds = new Speeds(run, ways);
        final LatencyByLoad latencies = new LatencyByLoad(
                inCurves.stream().map(Way::label).toList(), run.of(EventsSizes.LOADS), run.of(EventsSizes.LOAD_MILLIS));
        final Measurements byLimit = new Measurements();
        try (ServerJvm sink = EventSink.start(run.directory(), run.of(EventsSizes.LATENCY))) {
            try (Senders senders = Senders.start(run, ways, sink, run.of(EventsSizes.LIMIT))) {
                speeds.measure(senders);
                overLoads(run, inCurves, senders, latencies);
            }
            overLimits(run, inCurves, sink, speeds, byLimit);
        }
        speeds.report(findings);
        latencies.report(
                findings,
                "Against load: ms until the sender knows",
                "events a second",
                new Curves(
                        "events-latency",
                        "Until the sender knows that an event has arrived, against load",
                        Axis.log("events a second"),
                        Axis.log("ms, from the moment at which it was to be sent")));
        findings.add(byLimit.all());
        final Curves curves = new Curves(
                "events-limit",
                "Events a second at full speed, against the batch limit",
                Axis.log("most events of a post"),
                Axis.log("events a second"));
        for (final int limit : limits(run)) {
            inCurves.forEach(way -> curves.add(way.label(), limit, byLimit.get(name(way, limit))));
        }
        findings.curves(curves);
    }

    /** How long an event takes, against how many come in a second. */
    private static void overLoads(Run run, List<Way> ways, Senders senders, LatencyByLoad latencies) throws Exception {
        final int millis = run.of(EventsSizes.LOAD_MILLIS);
        latencies.measure(run, "events, ", run.of(EventsSizes.CURVE_REPETITIONS), (label, load) -> {
            final Way sending = ways.stream()
                    .filter(way -> way.label().equals(label))
                    .findFirst()
                    .orElseThrow();
            final Delivery.Sent sent =
                    senders.send(sending, new Load(load, millis)).sent();
            return new LatencyByLoad.Asked(sent.latencies(), sent.tookNanos());
        });
    }

    /** Takes what was measured with one limit, and measures the others, each with senders of their own. */
    private static void overLimits(Run run, List<Way> ways, ServerJvm sink, Speeds speeds, Measurements byLimit)
            throws Exception {
        final Load fullSpeed = Load.fullSpeed(run.of(EventsSizes.FULL_MILLIS));
        for (final int limit : limits(run)) {
            if (limit == run.of(EventsSizes.LIMIT)) {
                ways.forEach(way ->
                        speeds.rate(way).values().forEach(value -> byLimit.add(name(way, limit), "events/s", value)));
                continue;
            }
            try (Senders senders = Senders.start(run, ways, sink, limit)) {
                final List<Variant> variants = ways.stream()
                        .map(way -> Variant.of(
                                name(way, limit),
                                "events/s",
                                () -> senders.send(way, fullSpeed).perSecond()))
                        .toList();
                run.inTurns("events, ", 0, run.of(EventsSizes.CURVE_REPETITIONS), variants, byLimit);
            }
        }
    }

    private static TreeSet<Integer> limits(Run run) {
        final TreeSet<Integer> limits = new TreeSet<>(run.of(EventsSizes.LIMITS));
        limits.add(run.of(EventsSizes.LIMIT));
        return limits;
    }

    private static String name(Way way, int limit) {
        return way.label() + ", batches of " + limit;
    }

    private static void conditions(Run run, Findings findings) {
        findings.conditions(
                """
                sink: an HTTP server of this experiment in a JVM of its own, the same for all, which only finds each
                  event's id and idempotency key; it answers %s late
                sizes: events of some 60 bytes; %,d ms each at full speed; at %,d a second %,d s through the gateway
                  and %,d ms by the others; %,d ms for each point against load, %d of each point of the curves
                batches: at most %,d events, or after %s (the gateway without linger sends what there is when the call
                  before is over); %d asynchronous posts under way at most; %,d events at most that have not arrived
                senders: each in a JVM of its own with 256 MB of heap, so that CPU (the whole process's, compiler and
                  collector included) and allocation are its own; for the gateway job and gateway together
                not equal: after the gateway events arrive in order, one call at a time, and survive the end of either
                  process (no sync: not a power cut); the pools and the worker have them in memory only, lose them
                  when their process ends, and send them in any order
                latency: from the moment at which the event was to be sent, not from that at which it was, until the
                  sender knows that the sink has it; through the gateway: until the job has read its result
                checked: in each measurement: each event at the sink, by idempotency key, and those counted that came
                  twice; the gateway's results in order
                retries: by all: once by the baselines, when the connection is lost; a post whose answer was lost
                  comes twice
                """,
                Sizes.millis(run.of(EventsSizes.LATENCY)),
                run.of(EventsSizes.FULL_MILLIS),
                run.of(EventsSizes.RATE),
                run.of(EventsSizes.SECONDS),
                run.of(EventsSizes.OTHER_MILLIS),
                run.of(EventsSizes.LOAD_MILLIS),
                run.of(EventsSizes.CURVE_REPETITIONS),
                run.of(EventsSizes.LIMIT),
                Sizes.millis(run.of(EventsSizes.INTERVAL)),
                run.of(EventsSizes.CALLS_IN_FLIGHT),
                Way.WINDOW);
    }
}
