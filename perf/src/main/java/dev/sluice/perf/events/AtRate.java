package dev.sluice.perf.events;

import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Table;
import dev.sluice.perf.run.Run;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Each way at the document's rate: how long an event takes, and what it costs. */
final class AtRate {

    private final Measurements measured = new Measurements();
    private final List<Way> ways;

    AtRate(List<Way> ways) {
        this.ways = ways;
    }

    void measure(Run run, Senders senders, EventsSizes sizes) throws IOException, InterruptedException {
        senders.inTurns(
                sizes.perSecond() + " a second",
                run.repetitions(),
                ways,
                way -> Load.atRate(
                        sizes.perSecond(), way == Way.GATEWAY ? sizes.rateMillis() : sizes.otherRateMillis()),
                this::take);
    }

    private void take(Way way, Delivery delivery) {
        measured.add(rate(way), "events/s", delivery.perSecond());
        measured.add(latency(way, "50 %"), "ms", delivery.latencyMillis(50));
        measured.add(latency(way, "99 %"), "ms", delivery.latencyMillis(99));
        measured.add(latency(way, "99.9 %"), "ms", delivery.latencyMillis(99.9));
        measured.add(latency(way, "longest"), "ms", delivery.latencyMillis(100));
        measured.add(cpu(way), "s of CPU per 100,000", delivery.cpuSeconds(delivery.use()));
        measured.add(perCall(way), "events a call", delivery.eventsPerCall());
        measured.add(
                lost(way),
                "events",
                delivery.sent().events() - delivery.arrived().distinct());
        measured.add(doubled(way), "events", delivery.doubled());
    }

    private static String rate(Way way) {
        return way.label() + ", events a second at the rate";
    }

    private static String latency(Way way, String which) {
        return way.label() + ", " + which + " at the rate";
    }

    private static String cpu(Way way) {
        return way.label() + ", CPU at the rate";
    }

    private static String perCall(Way way) {
        return way.label() + ", events a call at the rate";
    }

    private static String lost(Way way) {
        return way.label() + ", lost";
    }

    private static String doubled(Way way) {
        return way.label() + ", doubled";
    }

    Measurement rateOf(Way way) {
        return measured.get(rate(way));
    }

    Measurement cpuOf(Way way) {
        return measured.get(cpu(way));
    }

    Measurement lostOf(Way way) {
        return measured.get(lost(way));
    }

    Measurement doubledOf(Way way) {
        return measured.get(doubled(way));
    }

    /** CPU of the gateways to that of a pool; one of them waits as long as the pool does. */
    List<Measurement> cpuTo(Way pool) {
        return ways.stream()
                .filter(Way::throughGateway)
                .map(way -> cpuOf(way)
                        .over(cpuOf(pool), "CPU per event at the rate of the " + way.label() + " to the pool"))
                .toList();
    }

    List<Measurement> measurements() {
        return measured.all();
    }

    Table table(EventsSizes sizes) {
        final List<List<String>> rows = new ArrayList<>();
        for (final Way way : ways) {
            rows.add(List.of(
                    way.label(),
                    measured.get(rate(way)).shown(),
                    measured.get(latency(way, "50 %")).shown(),
                    measured.get(latency(way, "99 %")).shown(),
                    measured.get(latency(way, "99.9 %")).shown(),
                    measured.get(latency(way, "longest")).shown(),
                    measured.get(cpu(way)).shown(),
                    measured.get(perCall(way)).shown(),
                    measured.get(lost(way)).shown() + " / "
                            + measured.get(doubled(way)).shown()));
        }
        return new Table(
                String.format(
                        "%,d events a second: ms until the sender knows; CPU in seconds for 100,000 events",
                        sizes.perSecond()),
                List.of(
                        "way",
                        "events a second",
                        "50 %",
                        "99 %",
                        "99.9 %",
                        "longest",
                        "CPU",
                        "events a call",
                        "lost / doubled"),
                rows);
    }
}
