package dev.sluice.perf.burst;

import dev.sluice.perf.baseline.BatchesByHand;
import dev.sluice.perf.baseline.CommitEach;
import dev.sluice.perf.baseline.OneAtATime;
import dev.sluice.perf.baseline.UnnestByHand;
import dev.sluice.perf.lab.DurableDatabases;
import dev.sluice.perf.lab.DurableDatabases.Kind;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Sizes;
import dev.sluice.perf.load.Change;
import dev.sluice.perf.report.Columns;
import dev.sluice.perf.report.Curves;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Plot;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * The document's experiment on one kind of database: a burst of changes is written at once, and the time taken until it
 * is written and until the last result is read; beside services and jobs without a gateway.
 */
final class ChangesPart {

    /** As the document's service does it. */
    private static final String ONE_EACH = "one at a time, each prepared anew";

    private static final String ONE_ONCE = "one at a time, kept prepared";
    private static final String COMMIT_EACH = "one commit each, without queues";
    private static final String EXACTLY_ONCE = "exactly-once";
    private static final String AT_LEAST_ONCE = "at-least-once";
    private static final int TARGET = 1_000;
    private static final int WARM_UPS = 1;

    private final Run run;
    private final Kind kind;
    private final Set<Change> changes;
    private final int updates;
    private final int singles;
    private final List<Integer> transactions;
    private final boolean atLeastOnce;

    ChangesPart(Run run, Kind kind) {
        this.run = run;
        this.kind = kind;
        this.changes = run.of(BurstSizes.CHANGES);
        this.updates = run.of(BurstSizes.UPDATES);
        this.singles = run.of(BurstSizes.SINGLES);
        this.transactions = run.of(BurstSizes.TRANSACTIONS);
        this.atLeastOnce = run.of(BurstSizes.AT_LEAST_ONCE);
        if (changes.contains(Change.UPDATE) && changes.contains(Change.UPDATE_BY_FUNCTION)) {
            throw new IllegalArgumentException(
                    "update and update_by_function change the same table: measure one of them");
        }
    }

    private static String gateway(int transaction) {
        return String.format("gateway, up to %,d in a transaction", transaction);
    }

    private static String atLeastOnce(int transaction) {
        return gateway(transaction) + ", " + AT_LEAST_ONCE;
    }

    private static String batches(int size) {
        return String.format("JDBC batches of %,d by hand", size);
    }

    private static String arrays(int size) {
        return String.format("arrays of %,d by hand", size);
    }

    /** Measures in databases that are made for it, below a directory. */
    void measure(Path directory, DurableDatabases databases, Findings findings) throws Exception {
        final Duration latency = run.of(BurstSizes.LATENCY);
        try (Makers makers = new Makers(run, directory, databases, latency)) {
            run.progress().stage("burst: starting services on " + kind.title());
            add(makers);
            for (final Change change : changes) {
                new OfOneKind(change, makers.measure(change, WARM_UPS), findings).report();
            }
            makers.closeAndCheck();
        }
        findings.conditions(
                """
                %s: %s; a database for each variant%s
                changes: bursts of %,d, or %,d where one is made at a time; %s; updates go through all %,d accounts in
                  ever new order
                """,
                kind.title(),
                databases.described(),
                latency.isZero() ? "" : "; PostgreSQL behind a network with " + Sizes.millis(latency),
                updates,
                singles,
                changes.stream()
                        .map(change -> change.sql().replace("sluice_perf_", ""))
                        .collect(Collectors.joining("; ")),
                Change.ACCOUNTS);
    }

    private void add(Makers makers) throws IOException, SQLException, InterruptedException {
        final int few = Math.min(updates, singles);
        makers.oneAtATime(ONE_EACH, few, OneAtATime.Prepare.EACH, changes);
        makers.oneAtATime(ONE_ONCE, few, OneAtATime.Prepare.ONCE, changes);
        makers.byHand(COMMIT_EACH, few, changes, CommitEach::new);
        final Set<Change> inArrays = changes.stream().filter(this::inArrays).collect(Collectors.toUnmodifiableSet());
        for (final int size : transactions) {
            final int count = (int) Math.min(updates, (long) singles * size); // small transactions take long
            makers.byHand(
                    batches(size), count, changes, (database, change) -> new BatchesByHand(database, change, size));
            makers.byHand(
                    arrays(size), count, inArrays, (database, change) -> new UnnestByHand(database, change, size));
            makers.gateway(gateway(size), count, size, EXACTLY_ONCE, changes);
            if (atLeastOnce) {
                makers.gateway(atLeastOnce(size), count, size, AT_LEAST_ONCE, changes);
            }
        }
    }

    private boolean inArrays(Change change) {
        return kind == Kind.POSTGRESQL && UnnestByHand.knows(change);
    }

    /** The transaction that figures to reach are for. */
    private int target() {
        return transactions.contains(TARGET) ? TARGET : transactions.get(transactions.size() - 1);
    }

    /** What one kind of changes came to. */
    private final class OfOneKind {

        private final Change change;
        private final Measurements measured;
        private final Findings findings;
        private final String part;

        OfOneKind(Change change, Measurements measured, Findings findings) {
            this.change = change;
            this.measured = measured;
            this.findings = findings;
            this.part = kind.title() + ", " + change.shown();
        }

        void report() {
            beside();
            variants();
            findings.plot(curves());
        }

        /** A row of the table with the document's figures. */
        private record Beside(String what, String document, String target, Object one, Object gateway) {}

        private void beside() {
            final String gateway = gateway(target());
            findings.table(
                    part + ": a burst, in microseconds for each request",
                    List.of(
                            queues(BurstByService.WRITE_MEAN, "1.5", ""),
                            queues(BurstByService.WRITE_MEDIAN, "", "at most 0.5"),
                            queues(BurstByService.WRITE_P99, "", ""),
                            new Beside(
                                    "until the result is read, mean of the burst",
                                    "29.7",
                                    "",
                                    measured.get(ONE_EACH),
                                    measured.get(gateway)),
                            queues(BurstByService.READ, "", "at most 1"),
                            new Beside(
                                    "write rate to the rate one at a time, times",
                                    "20",
                                    kind == Kind.POSTGRESQL ? "at least 20" : "",
                                    writeRate(ONE_EACH),
                                    writeRate(gateway))),
                    new Columns<Beside>()
                            .with("what", Beside::what)
                            .with("document, HSQLDB", Beside::document)
                            .with(ONE_EACH, Beside::one)
                            .with(gateway, Beside::gateway)
                            .with("target", Beside::target));
        }

        private Beside queues(String what, String document, String target) {
            return new Beside(
                    what,
                    document,
                    target,
                    findings.add(part, measured.get(ONE_EACH + ": " + what)),
                    findings.add(part, measured.get(gateway(target()) + ": " + what)));
        }

        private Measurement writeRate(String writer) {
            return over(
                    measured.get(ONE_EACH),
                    measured.get(writer + ": " + BurstByService.WRITE_MEAN),
                    writer + ": write rate to the rate one at a time");
        }

        private Measurement over(Measurement mine, Measurement others, String name) {
            return findings.add(part, mine.over(others, name));
        }

        /** A row of the table of all variants; the last one of a size has the ratio to batches by hand. */
        private record Row(String variant, Object toBatches, String target) {}

        private void variants() {
            final List<Row> rows = new ArrayList<>();
            List.of(ONE_EACH, ONE_ONCE, COMMIT_EACH).forEach(name -> rows.add(new Row(name, "", "")));
            for (final int size : transactions) {
                rows.add(new Row(batches(size), "", ""));
                if (inArrays(change)) {
                    rows.add(new Row(arrays(size), "", ""));
                }
                final String gateway = gateway(size);
                final Measurement micros = measured.get(gateway);
                rows.add(new Row(
                        gateway,
                        over(micros, measured.get(batches(size)), gateway + ": time to " + batches(size)),
                        size == target() ? targetRatio() : ""));
                if (atLeastOnce) {
                    rows.add(new Row(atLeastOnce(size), "", ""));
                    over(micros, measured.get(atLeastOnce(size)), gateway + ": time to at-least-once");
                }
            }
            findings.table(
                    part + ": microseconds for each change, until the job knows that it is durable",
                    rows,
                    new Columns<Row>()
                            .with("variant", Row::variant)
                            .with("us", row -> findings.add(part, measured.get(row.variant)))
                            .with("rate to one commit each", row -> rateTo(COMMIT_EACH, row.variant))
                            .with("time to one at a time", row -> timeTo(ONE_EACH, row.variant))
                            .with("time to batches by hand", Row::toBatches)
                            .with("target", Row::target));
        }

        private Object rateTo(String base, String variant) {
            return variant.equals(base)
                    ? ""
                    : over(measured.get(base), measured.get(variant), variant + ": rate to " + base);
        }

        private Object timeTo(String base, String variant) {
            return variant.equals(base)
                    ? ""
                    : over(measured.get(variant), measured.get(base), variant + ": time to " + base);
        }

        private String targetRatio() {
            return kind == Kind.HSQLDB ? "time to one at a time at most 0.5" : "rate to one commit each at least 12";
        }

        private Curves curves() {
            final String name = "burst-transactions-" + kind.title() + "-" + change.name();
            final Curves curves = new Curves(
                    name.toLowerCase(Locale.ROOT).replace('_', '-'),
                    part + ": throughput by the size of transactions",
                    Plot.Axis.log("changes in a transaction, at most"),
                    Plot.Axis.log("changes per second"));
            curve(curves, "gateway", ChangesPart::gateway);
            curve(curves, "JDBC batches by hand", ChangesPart::batches);
            if (inArrays(change)) {
                curve(curves, "arrays by hand", ChangesPart::arrays);
            }
            // What has no such size goes along all of them.
            curve(curves, COMMIT_EACH, size -> COMMIT_EACH);
            curve(curves, ONE_EACH, size -> ONE_EACH);
            return curves;
        }

        private void curve(Curves curves, String name, IntFunction<String> variant) {
            transactions.forEach(size -> curves.add(name, Plot.Point.ofRate(size, measured.get(variant.apply(size)))));
        }
    }
}
