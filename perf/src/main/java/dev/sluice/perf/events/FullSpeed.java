package dev.sluice.perf.events;

import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Table;
import dev.sluice.perf.run.Run;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Each way as fast as it can, the document's figures, and what there are targets for. */
final class FullSpeed {

    private final Measurements measured = new Measurements();
    private final List<Way> ways;

    FullSpeed(List<Way> ways) {
        this.ways = ways;
    }

    void measure(Run run, Senders senders, EventsSizes sizes) throws IOException, InterruptedException {
        senders.inTurns("full speed", run.repetitions(), ways, way -> Load.fullSpeed(sizes.fullMillis()), this::take);
    }

    private void take(Way way, Delivery delivery) {
        measured.add(rate(way), "events/s", delivery.perSecond());
        measured.add(cpu(way), "s of CPU per 100,000", delivery.cpuSeconds(delivery.use()));
        if (way.throughGateway()) {
            measured.add(gatewayCpu(way), "s of CPU per 100,000", delivery.cpuSeconds(delivery.gateway()));
        }
        measured.add(
                sinkCpu(way),
                "s of CPU per 100,000",
                delivery.cpuSeconds(delivery.arrived().use()));
        measured.add(bytes(way), "bytes per event", delivery.bytesEach());
        measured.add(perCall(way), "events a call", delivery.eventsPerCall());
        measured.add(calls(way), "calls", delivery.arrived().calls());
        measured.add(doubled(way), "events", delivery.doubled());
    }

    private static String rate(Way way) {
        return way.label() + ", full speed";
    }

    private static String cpu(Way way) {
        return way.label() + ", CPU at full speed";
    }

    private static String gatewayCpu(Way way) {
        return way.label() + ", CPU at full speed, of that the gateway's process";
    }

    private static String sinkCpu(Way way) {
        return way.label() + ", the sink's CPU at full speed";
    }

    private static String bytes(Way way) {
        return way.label() + ", allocated at full speed";
    }

    private static String perCall(Way way) {
        return way.label() + ", events a call at full speed";
    }

    private static String doubled(Way way) {
        return way.label() + ", doubled at full speed";
    }

    private static String calls(Way way) {
        return way.label() + ", calls at full speed";
    }

    Measurement rateOf(Way way) {
        return measured.get(rate(way));
    }

    /** Everything measured, and the ratios. */
    List<Measurement> measurements() {
        final List<Measurement> all = new ArrayList<>(measured.all());
        all.add(toBetterPool());
        all.add(cpuToBetterPool());
        toOneEach().ifPresent(all::add);
        return all;
    }

    /** The pool with the greater throughput. */
    Way betterPool() {
        return ways.stream()
                .filter(Way::pool)
                .max(Comparator.comparingDouble(way -> rateOf(way).median()))
                .orElseThrow();
    }

    Measurement toBetterPool() {
        return rateOf(Way.GATEWAY).over(rateOf(betterPool()), "throughput of the gateway to the better pool");
    }

    Measurement cpuToBetterPool() {
        return measured.get(cpu(Way.GATEWAY))
                .over(measured.get(cpu(betterPool())), "CPU per event of the gateway to the better pool");
    }

    Optional<Measurement> toOneEach() {
        return ways.contains(Way.ONE_EACH)
                ? Optional.of(
                        rateOf(Way.GATEWAY).over(rateOf(Way.ONE_EACH), "throughput of the gateway to one post each"))
                : Optional.empty();
    }

    Table table() {
        final List<List<String>> rows = new ArrayList<>();
        for (final Way way : ways) {
            rows.add(List.of(
                    way.label(),
                    rateOf(way).shown(),
                    Measurement.number(rateOf(way).median() * 60),
                    rateOf(way)
                            .over(rateOf(betterPool()), "throughput to the better pool")
                            .shown(),
                    measured.get(cpu(way)).shown(),
                    way.throughGateway() ? measured.get(gatewayCpu(way)).shown() : "",
                    measured.get(sinkCpu(way)).shown(),
                    measured.get(bytes(way)).shown(),
                    measured.get(perCall(way)).shown(),
                    measured.get(calls(way)).shown(),
                    measured.get(doubled(way)).shown()));
        }
        return new Table(
                "Full speed; CPU in seconds for 100,000 events",
                List.of(
                        "way",
                        "events a second",
                        "a minute",
                        "to the better pool",
                        "CPU",
                        "of that the gateway's process",
                        "the sink's CPU, apart",
                        "bytes allocated per event",
                        "events a call",
                        "calls",
                        "doubled"),
                rows);
    }

    /** The document's figures, which were taken at 2,000 events a second for one minute, beside ours. */
    Table document(AtRate atRate) {
        final List<List<String>> rows = new ArrayList<>();
        documentRow(rows, Way.POOL_OF_10, "83,663", "66 %", atRate);
        documentRow(rows, Way.POOL_OF_100, "84,042", "85 %", atRate);
        documentRow(rows, Way.ASYNC_WORKER, "119,720", "50 %", atRate);
        documentRow(rows, Way.GATEWAY, "", "", atRate);
        documentRow(rows, Way.LINGERING_GATEWAY, "", "", atRate);
        return new Table(
                "Beside the document: events a minute of 120,000 that came in; its CPU is the share that was not work",
                List.of(
                        "way",
                        "document, a minute",
                        "ours, a minute at its rate",
                        "ours, a minute at full speed",
                        "document, CPU not for work",
                        "ours, CPU for 100,000 at its rate",
                        "ours at full speed"),
                rows);
    }

    private void documentRow(List<List<String>> rows, Way way, String perMinute, String share, AtRate atRate) {
        if (!ways.contains(way)) {
            return;
        }
        rows.add(List.of(
                way.label(),
                perMinute,
                Measurement.number(atRate.rateOf(way).median() * 60),
                Measurement.number(rateOf(way).median() * 60),
                share,
                atRate.cpuOf(way).shown(),
                measured.get(cpu(way)).shown()));
    }
}
