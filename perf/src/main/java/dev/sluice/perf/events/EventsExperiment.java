package dev.sluice.perf.events;

import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Report;
import dev.sluice.perf.report.Table;
import dev.sluice.perf.run.Experiment;
import dev.sluice.perf.run.Run;
import dev.sluice.perf.system.Latency;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Events sent through the gateway, by pools of workers that post batches, by one worker that posts them asynchronously,
 * and with one post each: at full speed, at the document's rate, and against load and batch limit.
 */
public final class EventsExperiment implements Experiment {

    private final EventsSizes sizes;
    private final Batching batching;
    private final Duration latency;

    /** @param latency of the sink: how late it answers each post */
    EventsExperiment(EventsSizes sizes, Batching batching, Duration latency) {
        this.sizes = sizes;
        this.batching = batching;
        this.latency = latency;
    }

    @Override
    public String name() {
        return "events";
    }

    @Override
    public Report run(Run run) throws Exception {
        final FullSpeed fullSpeed = new FullSpeed(sizes.ways());
        // One post each may not keep up with the rate on a small machine.
        final AtRate atRate =
                new AtRate(sizes.ways().stream().filter(way -> !way.oneEach()).toList());
        final LoadCurve loads = new LoadCurve(sizes);
        final LimitCurve limits = new LimitCurve(sizes);
        final Path directory = run.newDirectory("events");
        try (SinkJvm sink = SinkJvm.start(directory, latency)) {
            try (Senders senders = Senders.start(run, sizes.ways(), directory, sink, batching, sizes.warmUpMillis())) {
                fullSpeed.measure(run, senders, sizes);
                atRate.measure(run, senders, sizes);
                loads.measure(senders);
            }
            limits.add(batching.limit(), fullSpeed);
            limits.measure(run, directory, sink, batching);
        } finally {
            Run.delete(directory);
        }
        final List<Measurement> measurements = new ArrayList<>(fullSpeed.measurements());
        measurements.addAll(atRate.measurements());
        measurements.addAll(atRate.cpuTo(fullSpeed.betterPool()));
        measurements.addAll(loads.measurements());
        measurements.addAll(limits.measurements());
        return new Report(
                name(),
                "events through the gateway, by batching workers, and with one post each",
                conditions(run),
                List.of(
                        fullSpeed.table(),
                        atRate.table(sizes),
                        fullSpeed.document(atRate),
                        targets(fullSpeed, atRate),
                        loads.table(),
                        limits.table()),
                measurements,
                List.of(loads.plot(), limits.plot()));
    }

    private Table targets(FullSpeed fullSpeed, AtRate atRate) {
        final Way pool = fullSpeed.betterPool();
        final List<List<String>> rows = new ArrayList<>();
        rows.add(row(fullSpeed.toBetterPool(), "at least 1.5"));
        rows.add(row(fullSpeed.cpuToBetterPool(), "at most 0.5"));
        fullSpeed.toOneEach().ifPresent(ratio -> rows.add(row(ratio, "at least 5")));
        atRate.cpuTo(pool).forEach(ratio -> rows.add(row(ratio, "")));
        rows.add(List.of(
                String.format("events a second through the gateway for %,d s", sizes.rateMillis() / 1000),
                atRate.rateOf(Way.GATEWAY).shown(),
                String.format("%,d", sizes.perSecond())));
        rows.add(row(atRate.lostOf(Way.GATEWAY), "0"));
        rows.add(row(atRate.doubledOf(Way.GATEWAY), "0"));
        return new Table(
                "Targets; the better pool is the " + pool.label(), List.of("what", "measured", "target"), rows);
    }

    private static List<String> row(Measurement measured, String target) {
        return List.of(measured.name(), measured.shown(), target);
    }

    private Map<String, String> conditions(Run run) {
        final Map<String, String> conditions = run.conditions();
        conditions.put(
                "sink",
                "an HTTP server of this experiment in a JVM of its own, the same for all, which only finds each event's id"
                        + " and idempotency key; it answers "
                        + (latency.isZero() ? "at once" : Latency.shown(latency) + " late"));
        conditions.put(
                "sizes",
                String.format(
                        "events of some 60 bytes; %,d ms each at full speed; at %,d a second %,d ms through the gateway and"
                                + " %,d ms by the others; %,d ms for each point against load, %d of each point of the curves",
                        sizes.fullMillis(),
                        sizes.perSecond(),
                        sizes.rateMillis(),
                        sizes.otherRateMillis(),
                        sizes.loadMillis(),
                        sizes.curveRepetitions()));
        conditions.put(
                "batches",
                String.format(
                        "at most %,d events, or after %d ms (the gateway without linger sends what there is when the call"
                                + " before is over); %d asynchronous posts under way at most; %,d events at most that have"
                                + " not arrived",
                        batching.limit(), batching.interval().toMillis(), batching.inFlight(), Sending.WINDOW));
        conditions.put(
                "senders",
                "each in a JVM of its own with 256 MB of heap, so that CPU (the whole process's, compiler and collector"
                        + " included) and allocation are its own; for the gateway job and gateway together");
        conditions.put(
                "not equal",
                "behind the gateway events arrive in order, one call at a time, and survive the end of either process"
                        + " (no sync: not a power cut); the pools and the worker have them in memory only, lose them when"
                        + " their process ends, and send them in any order");
        conditions.put(
                "latency",
                "from the moment at which the event was to be sent, not from that at which it was, until the sender"
                        + " knows that the sink has it; through the gateway: until the job has read its result");
        conditions.put(
                "checked",
                "in each measurement: each event at the sink, by idempotency key, and those counted that came twice; the"
                        + " gateway's results in order");
        conditions.put(
                "retries",
                "by all: once by the baselines, when the connection is lost; a post whose answer was lost comes twice");
        return conditions;
    }
}
