package dev.sluice.perf.events;

import dev.sluice.perf.events.Delivery.Load;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Variant;
import dev.sluice.perf.report.Columns;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/** Each way as fast as it can, and at the document's rate: throughput, CPU, allocation, latency. */
final class Speeds {

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

    void measure(Senders senders) throws Exception {
        final int fullMillis = run.of(EventsSizes.FULL_MILLIS);
        measure(senders, "full speed", ways, Figure.FULL_SPEED, 0, way -> fullMillis);
        final int perSecond = run.of(EventsSizes.RATE);
        final int millis = 1_000 * run.of(EventsSizes.SECONDS);
        final int others = Math.min(millis, run.of(EventsSizes.OTHER_MILLIS));
        measure(
                senders,
                perSecond + " a second",
                atRate,
                Figure.OF_RATE,
                perSecond,
                way -> way == Way.GATEWAY ? millis : others);
    }

    private void measure(
            Senders senders,
            String stage,
            List<Way> sending,
            List<Figure> figures,
            int perSecond,
            ToLongFunction<Way> millis)
            throws Exception {
        final List<Variant> variants = sending.stream()
                .map(way -> new Variant(way.label(), taken -> {
                    final Delivery delivery = senders.send(way, new Load(perSecond, millis.applyAsLong(way)));
                    figures.stream()
                            .filter(figure -> figure.of(way))
                            .forEach(figure -> taken.add(
                                    figure.of(""), figure.unit(), figure.value().applyAsDouble(delivery)));
                }))
                .toList();
        run.inTurns("events, " + stage + ", ", 0, run.repetitions(), variants, measured);
    }

    private Measurement get(Way way, Figure figure) {
        return measured.get(figure.of(way.label()));
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
        final Measurement pool = rate(betterPool());
        final Columns<Way> full = new Columns<Way>()
                .with("way", Way::label)
                .with("events a second", this::rate)
                .with("a minute", way -> rate(way).median() * 60)
                .with("to the better pool", way -> rate(way).over(pool, "throughput to the better pool"));
        Figure.FULL_SPEED.stream()
                .filter(figure -> !figure.equals(Figure.RATE))
                .forEach(figure -> figure.column(full, measured));
        findings.table("Full speed; CPU in seconds for 100,000 events", ways, full);
        final Columns<Way> rate = new Columns<Way>().with("way", Way::label);
        Figure.OF_RATE.forEach(figure -> figure.column(rate, measured));
        findings.table(
                String.format(
                        "%,d events a second: ms until the sender knows; CPU in seconds for 100,000 events",
                        run.of(EventsSizes.RATE)),
                atRate,
                rate);
        document(findings);
        targets(findings);
    }

    /** The document's figures for a way. */
    private record Document(Way way, String perMinute, String share) {}

    /** The document's figures, which were taken at 2,000 events a second for one minute, beside ours. */
    private void document(Findings findings) {
        final List<Document> rows = List.of(
                new Document(Way.POOL_OF_10, "83,663", "66 %"),
                new Document(Way.POOL_OF_100, "84,042", "85 %"),
                new Document(Way.ASYNC_WORKER, "119,720", "50 %"),
                new Document(Way.GATEWAY, "", ""),
                new Document(Way.LINGERING_GATEWAY, "", ""));
        findings.table(
                "Beside the document: events a minute of 120,000 that came in; its CPU is the share that was not work",
                rows.stream().filter(row -> ways.contains(row.way)).toList(),
                new Columns<Document>()
                        .with("way", row -> row.way.label())
                        .with("document, a minute", Document::perMinute)
                        .with(
                                "ours, a minute at its rate",
                                row -> get(row.way, Figure.AT_RATE).median() * 60)
                        .with(
                                "ours, a minute at full speed",
                                row -> rate(row.way).median() * 60)
                        .with("document, CPU not for work", Document::share)
                        .with("ours, CPU for 100,000 at its rate", row -> get(row.way, Figure.CPU_AT_RATE))
                        .with("ours at full speed", row -> get(row.way, Figure.CPU_TIME)));
    }

    private void targets(Findings findings) {
        final Way pool = betterPool();
        final Findings.Rows rows =
                findings.table("Targets; the better pool is the " + pool.label(), "what", "measured", "target");
        target(
                findings,
                rows,
                Way.GATEWAY,
                pool,
                Figure.RATE,
                "throughput of the gateway to the better pool",
                "at least 1.5");
        target(
                findings,
                rows,
                Way.GATEWAY,
                pool,
                Figure.CPU_TIME,
                "CPU per event of the gateway to the better pool",
                "at most 0.5");
        if (ways.contains(Way.ONE_EACH)) {
            target(
                    findings,
                    rows,
                    Way.GATEWAY,
                    Way.ONE_EACH,
                    Figure.RATE,
                    "throughput of the gateway to one post each",
                    "at least 5");
        }
        // One of the gateways waits as long as the pool does.
        atRate.stream()
                .filter(Way::throughGateway)
                .forEach(way -> target(
                        findings,
                        rows,
                        way,
                        pool,
                        Figure.CPU_AT_RATE,
                        "CPU per event at the rate of the " + way.label() + " to the pool",
                        ""));
        rows.row(
                String.format("events a second through the gateway for %,d s", run.of(EventsSizes.SECONDS)),
                get(Way.GATEWAY, Figure.AT_RATE),
                run.of(EventsSizes.RATE));
        for (final Figure none : List.of(Figure.LOST, Figure.DOUBLED)) {
            rows.row(none.of(Way.GATEWAY.label()), get(Way.GATEWAY, none), "0");
        }
    }

    private void target(
            Findings findings, Findings.Rows rows, Way way, Way other, Figure figure, String name, String target) {
        final Measurement ratio = findings.add(get(way, figure).over(get(other, figure), name));
        rows.row(name, ratio, target);
    }
}
