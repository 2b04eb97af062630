package dev.sluice.perf.events;

import dev.sluice.perf.events.SenderJvm.Delivery;
import dev.sluice.perf.events.SenderJvm.Load;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Each way as fast as it can, and at the document's rate: throughput, CPU, allocation, latency. */
final class Speeds {

    private static final String CPU = "s of CPU per 100,000";

    private final Run run;
    private final List<Way> ways;
    /** One post each may not keep up with the rate on a small machine. */
    private final List<Way> atRate;

    private final Measurements measured = new Measurements();

    Speeds(Run run, List<Way> ways) {
        this.run = run;
        this.ways = ways;
        this.atRate = ways.stream().filter(way -> !way.oneEach()).toList();
    }

    /** What is measured of a delivery. */
    private enum Figure {
        RATE("full speed", "events/s", Delivery::perSecond),
        CPU_TIME("CPU at full speed", CPU, one -> one.cpuSeconds(one.use())),
        GATEWAY_CPU("CPU at full speed, of that the gateway's process", CPU, one -> one.cpuSeconds(one.gateway())),
        SINK_CPU(
                "the sink's CPU at full speed",
                CPU,
                one -> one.cpuSeconds(one.arrived().use())),
        BYTES("allocated at full speed", "bytes per event", Delivery::bytesEach),
        PER_CALL("events a call at full speed", "events a call", Delivery::eventsPerCall),
        CALLS("calls at full speed", "calls", one -> one.arrived().calls()),
        DOUBLED("doubled at full speed", "events", Delivery::doubled),
        AT_RATE("events a second at the rate", "events/s", Delivery::perSecond),
        MEDIAN("50 % at the rate", "ms", one -> one.latencyMillis(50)),
        P99("99 % at the rate", "ms", one -> one.latencyMillis(99)),
        P999("99.9 % at the rate", "ms", one -> one.latencyMillis(99.9)),
        LONGEST("longest at the rate", "ms", one -> one.latencyMillis(100)),
        CPU_AT_RATE("CPU at the rate", CPU, one -> one.cpuSeconds(one.use())),
        PER_CALL_AT_RATE("events a call at the rate", "events a call", Delivery::eventsPerCall),
        LOST("lost", "events", one -> one.sent().events() - one.arrived().distinct()),
        DOUBLED_AT_RATE("doubled", "events", Delivery::doubled);

        private static final List<Figure> FULL_SPEED =
                List.of(RATE, CPU_TIME, GATEWAY_CPU, SINK_CPU, BYTES, PER_CALL, CALLS, DOUBLED);
        private static final List<Figure> OF_RATE =
                List.of(AT_RATE, MEDIAN, P99, P999, LONGEST, CPU_AT_RATE, PER_CALL_AT_RATE, LOST, DOUBLED_AT_RATE);

        private final String label;
        private final String unit;
        private final ToDoubleFunction<Delivery> value;

        Figure(String label, String unit, ToDoubleFunction<Delivery> value) {
            this.label = label;
            this.unit = unit;
            this.value = value;
        }

        boolean of(Way way) {
            return this != GATEWAY_CPU || way.throughGateway();
        }
    }

    void measure(Senders senders) throws Exception {
        final Load fullSpeed = Load.fullSpeed(run.of(EventsExperiment.FULL_MILLIS));
        senders.inTurns(
                "full speed",
                run.repetitions(),
                ways,
                way -> fullSpeed,
                (way, delivery) -> take(Figure.FULL_SPEED, way, delivery));
        final int perSecond = run.of(EventsExperiment.RATE);
        final int millis = 1_000 * run.of(EventsExperiment.SECONDS);
        final int others = Math.min(millis, run.of(EventsExperiment.OTHER_MILLIS));
        senders.inTurns(
                perSecond + " a second",
                run.repetitions(),
                atRate,
                way -> Load.atRate(perSecond, way == Way.GATEWAY ? millis : others),
                (way, delivery) -> take(Figure.OF_RATE, way, delivery));
    }

    private void take(List<Figure> figures, Way way, Delivery delivery) {
        for (final Figure figure : figures) {
            if (figure.of(way)) {
                measured.add(name(way, figure), figure.unit, figure.value.applyAsDouble(delivery));
            }
        }
    }

    private static String name(Way way, Figure figure) {
        return way.label() + ", " + figure.label;
    }

    private Measurement get(Way way, Figure figure) {
        return measured.get(name(way, figure));
    }

    private Object cell(Way way, Figure figure) {
        return figure.of(way) ? get(way, figure) : "";
    }

    /** Throughput at full speed. */
    Measurement rate(Way way) {
        return get(way, Figure.RATE);
    }

    /** The pool with the greater throughput. */
    private Way betterPool() {
        return ways.stream()
                .filter(Way::pool)
                .max(Comparator.comparingDouble(way -> rate(way).median()))
                .orElseThrow();
    }

    void report(Findings findings) {
        findings.add(measured.all());
        fullSpeed(findings);
        atRate(findings);
        document(findings);
        targets(findings);
    }

    private void fullSpeed(Findings findings) {
        final Findings.Rows rows = findings.table(
                "Full speed; CPU in seconds for 100,000 events",
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
                "doubled");
        for (final Way way : ways) {
            final List<Object> row = new ArrayList<>(List.of(
                    way.label(),
                    rate(way),
                    rate(way).median() * 60,
                    rate(way).over(rate(betterPool()), "throughput to the better pool")));
            Figure.FULL_SPEED.stream()
                    .filter(figure -> figure != Figure.RATE)
                    .forEach(figure -> row.add(cell(way, figure)));
            rows.row(row);
        }
    }

    private void atRate(Findings findings) {
        final Findings.Rows rows = findings.table(
                String.format(
                        "%,d events a second: ms until the sender knows; CPU in seconds for 100,000 events",
                        run.of(EventsExperiment.RATE)),
                "way",
                "events a second",
                "50 %",
                "99 %",
                "99.9 %",
                "longest",
                "CPU",
                "events a call",
                "lost",
                "doubled");
        for (final Way way : atRate) {
            final List<Object> row = new ArrayList<>(List.of(way.label()));
            Figure.OF_RATE.forEach(figure -> row.add(get(way, figure)));
            rows.row(row);
        }
    }

    /** The document's figures, which were taken at 2,000 events a second for one minute, beside ours. */
    private void document(Findings findings) {
        final Findings.Rows rows = findings.table(
                "Beside the document: events a minute of 120,000 that came in; its CPU is the share that was not work",
                "way",
                "document, a minute",
                "ours, a minute at its rate",
                "ours, a minute at full speed",
                "document, CPU not for work",
                "ours, CPU for 100,000 at its rate",
                "ours at full speed");
        documentRow(rows, Way.POOL_OF_10, "83,663", "66 %");
        documentRow(rows, Way.POOL_OF_100, "84,042", "85 %");
        documentRow(rows, Way.ASYNC_WORKER, "119,720", "50 %");
        documentRow(rows, Way.GATEWAY, "", "");
        documentRow(rows, Way.LINGERING_GATEWAY, "", "");
    }

    private void documentRow(Findings.Rows rows, Way way, String perMinute, String share) {
        if (ways.contains(way)) {
            rows.row(
                    way.label(),
                    perMinute,
                    get(way, Figure.AT_RATE).median() * 60,
                    rate(way).median() * 60,
                    share,
                    get(way, Figure.CPU_AT_RATE),
                    get(way, Figure.CPU_TIME));
        }
    }

    private void targets(Findings findings) {
        final Way pool = betterPool();
        final Findings.Rows rows =
                findings.table("Targets; the better pool is the " + pool.label(), "what", "measured", "target");
        target(
                findings,
                rows,
                rate(Way.GATEWAY).over(rate(pool), "throughput of the gateway to the better pool"),
                "at least 1.5");
        target(
                findings,
                rows,
                get(Way.GATEWAY, Figure.CPU_TIME)
                        .over(get(pool, Figure.CPU_TIME), "CPU per event of the gateway to the better pool"),
                "at most 0.5");
        if (ways.contains(Way.ONE_EACH)) {
            target(
                    findings,
                    rows,
                    rate(Way.GATEWAY).over(rate(Way.ONE_EACH), "throughput of the gateway to one post each"),
                    "at least 5");
        }
        // One of the gateways waits as long as the pool does.
        atRate.stream()
                .filter(Way::throughGateway)
                .forEach(way -> target(
                        findings,
                        rows,
                        get(way, Figure.CPU_AT_RATE)
                                .over(
                                        get(pool, Figure.CPU_AT_RATE),
                                        "CPU per event at the rate of the " + way.label() + " to the pool"),
                        ""));
        rows.row(
                String.format("events a second through the gateway for %,d s", run.of(EventsExperiment.SECONDS)),
                get(Way.GATEWAY, Figure.AT_RATE),
                run.of(EventsExperiment.RATE));
        for (final Figure none : List.of(Figure.LOST, Figure.DOUBLED_AT_RATE)) {
            rows.row(name(Way.GATEWAY, none), get(Way.GATEWAY, none), "0");
        }
    }

    private static void target(Findings findings, Findings.Rows rows, Measurement ratio, String target) {
        rows.row(findings.add(ratio).name(), ratio, target);
    }
}
