package dev.sluice.perf.events;

import dev.sluice.perf.events.SenderJvm.Load;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.report.Curves;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.LatencyByLoad;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Plot.Axis;
import java.util.List;
import java.util.TreeSet;

/** How long an event takes, against how many come in a second; and throughput, against the batch limit. */
final class EventCurves {

    /** Three curves for each way are enough for one picture. */
    private static final List<Way> WAYS = List.of(Way.GATEWAY, Way.POOL_OF_10, Way.ASYNC_WORKER);

    private final Run run;
    private final List<Way> ways;
    private final List<Integer> loads;
    private final int repetitions;
    private final LatencyByLoad latencies;
    private final Measurements byLimit = new Measurements();

    EventCurves(Run run, List<Way> measured) {
        this.run = run;
        this.ways = WAYS.stream().filter(measured::contains).toList();
        this.loads = run.of(EventsExperiment.LOADS);
        this.repetitions = run.of(EventsExperiment.CURVE_REPETITIONS);
        this.latencies =
                new LatencyByLoad(ways.stream().map(Way::label).toList(), loads, run.of(EventsExperiment.LOAD_MILLIS));
    }

    void overLoads(Senders senders) throws Exception {
        for (final int load : loads) {
            senders.inTurns(
                    load + " a second",
                    repetitions,
                    ways.stream()
                            .filter(way -> latencies.left().contains(way.label()))
                            .toList(),
                    way -> Load.atRate(load, run.of(EventsExperiment.LOAD_MILLIS)),
                    (way, delivery) -> latencies.add(
                            way.label(),
                            load,
                            delivery.sent().latencies(),
                            delivery.sent().tookNanos()));
            latencies.done(load, repetitions);
        }
    }

    /** Takes what was measured with one limit, and measures the others, each with senders of their own. */
    void overLimits(EventSink.Jvm sink, Speeds measured) throws Exception {
        for (final int limit : limits()) {
            if (limit == run.of(EventsExperiment.LIMIT)) {
                ways.forEach(way -> measured.rate(way).values().forEach(value -> add(way, limit, value)));
                continue;
            }
            try (Senders senders = Senders.start(run, ways, sink, limit)) {
                senders.inTurns(
                        "batches of " + limit,
                        repetitions,
                        ways,
                        way -> Load.fullSpeed(run.of(EventsExperiment.FULL_MILLIS)),
                        (way, delivery) -> add(way, limit, delivery.perSecond()));
            }
        }
    }

    private TreeSet<Integer> limits() {
        final TreeSet<Integer> limits = new TreeSet<>(run.of(EventsExperiment.LIMITS));
        limits.add(run.of(EventsExperiment.LIMIT));
        return limits;
    }

    private void add(Way way, int limit, double perSecond) {
        byLimit.add(name(way, limit), "events/s", perSecond);
    }

    private static String name(Way way, int limit) {
        return way.label() + ", batches of " + limit;
    }

    void report(Findings findings) {
        latencies.report(
                findings,
                "Against load: ms until the sender knows",
                "events a second",
                latencies.plot(
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
        for (final int limit : limits()) {
            ways.forEach(way -> curves.add(way.label(), limit, byLimit.get(name(way, limit))));
        }
        findings.curves(curves);
    }
}
