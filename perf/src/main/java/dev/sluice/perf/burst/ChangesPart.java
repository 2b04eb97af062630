package dev.sluice.perf.burst;

import dev.sluice.perf.baseline.BatchesByHand;
import dev.sluice.perf.baseline.CommitEach;
import dev.sluice.perf.baseline.OneAtATime;
import dev.sluice.perf.baseline.UnnestByHand;
import dev.sluice.perf.burst.Variants.Measured;
import dev.sluice.perf.lab.DurableDatabases;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Size;
import dev.sluice.perf.load.Accounts;
import dev.sluice.perf.load.Change;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
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
import java.util.function.ToDoubleFunction;
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
    private final DurableDatabases.Kind kind;
    private final Set<Change> changes;
    private final int updates;
    private final int singles;
    private final List<Integer> transactions;
    private final boolean atLeastOnce;

    ChangesPart(Run run, DurableDatabases.Kind kind) {
        this.run = run;
        this.kind = kind;
        this.changes = run.of(BurstExperiment.CHANGES);
        this.updates = run.of(BurstExperiment.UPDATES);
        this.singles = run.of(BurstExperiment.SINGLES);
        this.transactions = run.of(BurstExperiment.TRANSACTIONS);
        this.atLeastOnce = run.of(BurstExperiment.AT_LEAST_ONCE);
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
        final Duration latency = run.of(BurstExperiment.LATENCY);
        try (Variants variants = new Variants(run, directory, databases, latency)) {
            run.progress().stage("burst: starting services on " + kind.title());
            add(variants);
            for (final Change change : changes) {
                new OfOneKind(change, variants.measure(change, WARM_UPS), findings).report();
            }
            variants.closeAndCheck();
        }
        findings.condition(
                kind.title(),
                "%s; a database for each variant%s",
                databases.described(),
                latency.isZero() ? "" : "; PostgreSQL behind a network with " + Size.millis(latency));
        findings.condition(
                "changes",
                "bursts of %,d, or %,d where one is made at a time; %s; updates go through all %,d accounts in ever new order",
                updates,
                singles,
                changes.stream()
                        .map(change -> change.sql().replace("sluice_perf_", ""))
                        .collect(Collectors.joining("; ")),
                Accounts.COUNT);
    }

    private void add(Variants variants) throws IOException, SQLException, InterruptedException {
        final int few = Math.min(updates, singles);
        variants.oneAtATime(ONE_EACH, few, OneAtATime.Prepare.EACH, changes);
        variants.oneAtATime(ONE_ONCE, few, OneAtATime.Prepare.ONCE, changes);
        variants.byHand(COMMIT_EACH, few, changes, CommitEach::new);
        final Set<Change> inArrays = changes.stream().filter(this::inArrays).collect(Collectors.toUnmodifiableSet());
        for (final int size : transactions) {
            final int count = (int) Math.min(updates, (long) singles * size); // small transactions take long
            variants.byHand(
                    batches(size), count, changes, (database, change) -> new BatchesByHand(database, change, size));
            variants.byHand(
                    arrays(size), count, inArrays, (database, change) -> new UnnestByHand(database, change, size));
            variants.gateway(gateway(size), count, size, EXACTLY_ONCE, changes);
            if (atLeastOnce) {
                variants.gateway(atLeastOnce(size), count, size, AT_LEAST_ONCE, changes);
            }
        }
    }

    private boolean inArrays(Change change) {
        return kind == DurableDatabases.Kind.POSTGRESQL && UnnestByHand.knows(change);
    }

    /** The transaction that figures to reach are for. */
    private int target() {
        return transactions.contains(TARGET) ? TARGET : transactions.get(transactions.size() - 1);
    }

    /** What one kind of changes came to. */
    private final class OfOneKind {

        private final Change change;
        private final Measured measured;
        private final Findings findings;
        private final String part;

        OfOneKind(Change change, Measured measured, Findings findings) {
            this.change = change;
            this.measured = measured;
            this.findings = findings;
            this.part = kind.title() + ", " + change.shown();
        }

        void report() {
            beside();
            variants();
            findings.plot(plot());
        }

        /** The document's figures beside ours. */
        private void beside() {
            final Findings.Rows rows = findings.table(
                    part + ": a burst, in microseconds for each request",
                    "what",
                    "document, HSQLDB",
                    ONE_EACH,
                    gateway(target()),
                    "target");
            queues(rows, "write a request, mean", "1.5", Variant.Queues::writeMean, "");
            queues(rows, "write a request, median", "", Variant.Queues::writeMedian, "at most 0.5");
            queues(rows, "write a request, 99 %", "", Variant.Queues::writeP99, "");
            rows.row(
                    "until the result is read, mean of the burst",
                    "29.7",
                    measured.of(ONE_EACH),
                    measured.of(gateway(target())),
                    "");
            queues(rows, "read a result that is there", "", Variant.Queues::read, "at most 1");
            rows.row(
                    "write rate to the rate one at a time, times",
                    "20",
                    writeRate(ONE_EACH),
                    writeRate(gateway(target())),
                    kind == DurableDatabases.Kind.POSTGRESQL ? "at least 20" : "");
        }

        private void queues(
                Findings.Rows rows,
                String what,
                String document,
                ToDoubleFunction<Variant.Queues> nanos,
                String target) {
            rows.row(
                    what,
                    document,
                    findings.add(part, measured.queues(ONE_EACH, what, nanos)),
                    findings.add(part, measured.queues(gateway(target()), what, nanos)),
                    target);
        }

        private Measurement writeRate(String writer) {
            final Measurement write = measured.queues(writer, "write", Variant.Queues::writeMean);
            return over(measured.of(ONE_EACH), write, writer + ": write rate to the rate one at a time");
        }

        private Measurement over(Measurement mine, Measurement others, String name) {
            return findings.add(part, mine.over(others, name));
        }

        private void variants() {
            final Findings.Rows rows = findings.table(
                    part + ": microseconds for each change, until the job knows that it is durable",
                    "variant",
                    "us",
                    "rate to one commit each",
                    "time to one at a time",
                    "time to batches by hand",
                    "target");
            List.of(ONE_EACH, ONE_ONCE, COMMIT_EACH).forEach(name -> row(rows, name, "", ""));
            for (final int size : transactions) {
                row(rows, batches(size), "", "");
                if (inArrays(change)) {
                    row(rows, arrays(size), "", "");
                }
                final String gateway = gateway(size);
                final Measurement micros = measured.of(gateway);
                row(
                        rows,
                        gateway,
                        over(micros, measured.of(batches(size)), gateway + ": time to " + batches(size)),
                        size == target() ? targetRatio() : "");
                if (atLeastOnce) {
                    row(rows, atLeastOnce(size), "", "");
                    over(micros, measured.of(atLeastOnce(size)), gateway + ": time to at-least-once");
                }
            }
        }

        private String targetRatio() {
            return kind == DurableDatabases.Kind.HSQLDB
                    ? "time to one at a time at most 0.5"
                    : "rate to one commit each at least 12";
        }

        private void row(Findings.Rows rows, String variant, Object toBatches, String target) {
            final Measurement micros = findings.add(part, measured.of(variant));
            rows.row(
                    variant,
                    micros,
                    variant.equals(COMMIT_EACH)
                            ? ""
                            : over(measured.of(COMMIT_EACH), micros, variant + ": rate to " + COMMIT_EACH),
                    variant.equals(ONE_EACH)
                            ? ""
                            : over(micros, measured.of(ONE_EACH), variant + ": time to " + ONE_EACH),
                    toBatches,
                    target);
        }

        private Plot plot() {
            final List<Plot.Curve> curves = new ArrayList<>();
            curves.add(curve("gateway", ChangesPart::gateway));
            curves.add(curve("JDBC batches by hand", ChangesPart::batches));
            if (inArrays(change)) {
                curves.add(curve("arrays by hand", ChangesPart::arrays));
            }
            // What has no such size goes along all of them.
            curves.add(curve(COMMIT_EACH, size -> COMMIT_EACH));
            curves.add(curve(ONE_EACH, size -> ONE_EACH));
            final String name = "burst-transactions-" + kind.title() + "-" + change.name();
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
                    transactions.stream()
                            .map(size -> Plot.Point.ofRate(size, measured.of(variant.apply(size))))
                            .toList());
        }
    }
}
