package dev.sluice.perf.burst;

import dev.sluice.perf.load.Change;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Plot;
import dev.sluice.perf.report.Table;
import dev.sluice.perf.system.DurableDatabases;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;

/** What one kind of changes came to on one kind of database, as tables and a plot. */
final class ChangesTables {

    private final DurableDatabases.Kind database;
    private final Change change;
    private final BurstSizes sizes;
    private final Measured measured;
    private final String part;
    private final boolean arrays;

    ChangesTables(DurableDatabases.Kind database, Change change, BurstSizes sizes, Measured measured) {
        this.database = database;
        this.change = change;
        this.sizes = sizes;
        this.measured = measured;
        this.part = ChangesPart.named(database) + ", " + change.shown();
        this.arrays = measured.bursts().containsKey(ChangesPart.arrays(sizes.targetTransaction()));
    }

    void report(Findings findings) {
        findings.table(beside(findings));
        findings.table(variants(findings));
        findings.plot(plot());
    }

    /** The document's figures beside ours. */
    private Table beside(Findings findings) {
        final String gateway = ChangesPart.gateway(sizes.targetTransaction());
        final List<List<String>> rows = new ArrayList<>();
        row(findings, rows, "write a request, mean", "1.5", Burst.Queues::writeMean, "");
        row(findings, rows, "write a request, median", "", Burst.Queues::writeMedian, "at most 0.5");
        row(findings, rows, "write a request, 99 %", "", Burst.Queues::writeP99, "");
        rows.add(List.of(
                "until the result is read, mean of the burst",
                "29.7",
                measured.of(ChangesPart.ONE_EACH).shown(),
                measured.of(gateway).shown(),
                ""));
        row(findings, rows, "read a result that is there", "", Burst.Queues::read, "at most 1");
        final Measurement single = measured.of(ChangesPart.ONE_EACH);
        final String ratio = "write rate to the rate one at a time";
        rows.add(List.of(
                ratio + ", times",
                "20",
                ratio(findings, single, ChangesPart.ONE_EACH, ratio),
                ratio(findings, single, gateway, ratio),
                database == DurableDatabases.Kind.POSTGRESQL ? "at least 20" : ""));
        return new Table(
                part + ": a burst, in microseconds for each request",
                List.of("what", "document, HSQLDB", ChangesPart.ONE_EACH, gateway, "target"),
                rows);
    }

    private void row(
            Findings findings,
            List<List<String>> rows,
            String what,
            String document,
            ToDoubleFunction<Burst.Queues> nanos,
            String target) {
        final String gateway = ChangesPart.gateway(sizes.targetTransaction());
        rows.add(List.of(
                what,
                document,
                findings.measured(part, measured.queues(ChangesPart.ONE_EACH, what, nanos))
                        .shown(),
                findings.measured(part, measured.queues(gateway, what, nanos)).shown(),
                target));
    }

    private String ratio(Findings findings, Measurement single, String writer, String ratio) {
        final Measurement write = measured.queues(writer, "write", Burst.Queues::writeMean);
        return findings.measured(part, single.over(write, writer + ": " + ratio))
                .shown();
    }

    private Table variants(Findings findings) {
        final List<List<String>> rows = new ArrayList<>();
        for (final String name : List.of(ChangesPart.ONE_EACH, ChangesPart.ONE_ONCE, ChangesPart.COMMIT_EACH)) {
            rows.add(row(findings, name, "", ""));
        }
        for (final int transaction : sizes.transactions()) {
            final String batches = ChangesPart.batches(transaction);
            rows.add(row(findings, batches, "", ""));
            if (arrays) {
                rows.add(row(findings, ChangesPart.arrays(transaction), "", ""));
            }
            final String gateway = ChangesPart.gateway(transaction);
            final Measurement toBatches =
                    measured.of(gateway).over(measured.of(batches), gateway + ": time to " + batches);
            rows.add(row(findings, gateway, findings.measured(part, toBatches).shown(), target(transaction)));
        }
        return new Table(
                part + ": microseconds for each change, until the job knows that it is durable",
                List.of(
                        "variant",
                        "us",
                        "rate to one commit each",
                        "time to one at a time",
                        "time to batches by hand",
                        "target"),
                rows);
    }

    private String target(int transaction) {
        if (transaction != sizes.targetTransaction()) {
            return "";
        }
        return database == DurableDatabases.Kind.HSQLDB
                ? "time to one at a time at most 0.5"
                : "rate to one commit each at least 12";
    }

    private List<String> row(Findings findings, String variant, String toBatches, String target) {
        final Measurement micros = findings.measured(part, measured.of(variant));
        return List.of(
                variant,
                micros.shown(),
                ratio(findings, variant, ChangesPart.COMMIT_EACH, true),
                ratio(findings, variant, ChangesPart.ONE_EACH, false),
                toBatches,
                target);
    }

    /** To a baseline; nothing for itself. */
    private String ratio(Findings findings, String variant, String baseline, boolean ofRates) {
        if (variant.equals(baseline)) {
            return "";
        }
        final Measurement mine = measured.of(variant);
        final Measurement others = measured.of(baseline);
        return findings.measured(
                        part,
                        ofRates
                                ? others.over(mine, variant + ": rate to " + baseline)
                                : mine.over(others, variant + ": time to " + baseline))
                .shown();
    }

    private Plot plot() {
        final List<Plot.Curve> curves = new ArrayList<>();
        curves.add(curve("gateway", ChangesPart::gateway));
        curves.add(curve("JDBC batches by hand", ChangesPart::batches));
        if (arrays) {
            curves.add(curve("arrays by hand", ChangesPart::arrays));
        }
        curves.add(flat(ChangesPart.COMMIT_EACH));
        curves.add(flat(ChangesPart.ONE_EACH));
        final String name = "burst-transactions-" + ChangesPart.named(database) + "-" + change.name();
        return new Plot(
                name.toLowerCase(Locale.ROOT).replace('_', '-'),
                part + ": throughput by the size of transactions",
                Plot.Axis.log("changes in a transaction, at most"),
                Plot.Axis.log("changes per second"),
                curves);
    }

    private Plot.Curve curve(String name, IntFunction<String> variant) {
        return new Plot.Curve(
                name,
                sizes.transactions().stream()
                        .map(size -> Rates.point(size, measured.of(variant.apply(size))))
                        .toList());
    }

    /** What has no such size, along all of them. */
    private Plot.Curve flat(String variant) {
        final Measurement micros = measured.of(variant);
        return new Plot.Curve(
                variant,
                sizes.transactions().stream()
                        .map(size -> Rates.point(size, micros))
                        .toList());
    }
}
