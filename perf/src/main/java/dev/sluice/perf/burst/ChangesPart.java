package dev.sluice.perf.burst;

import dev.sluice.perf.baseline.BatchesByHand;
import dev.sluice.perf.baseline.CommitEach;
import dev.sluice.perf.baseline.UnnestByHand;
import dev.sluice.perf.lab.DurableDatabases;
import dev.sluice.perf.lab.DurableDatabases.Kind;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.load.Change;
import dev.sluice.perf.report.Curves;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Plot;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/**
 * The document's experiment with one kind of changes on one kind of database: a burst is written at once, and the time
 * taken until it is written and until the last result is read; beside services and jobs without a gateway.
 */
final class ChangesPart {

    /** As the document's service does it. */
    private static final String ONE_EACH = "one at a time, each prepared anew";

    private static final String COMMIT_EACH = "one commit each, without queues";
    private static final int TARGET = 1_000;

    private final Run run;
    private final Kind kind;
    private final Change change;
    private final Findings findings;
    private final String part;
    private final List<Integer> transactions;
    private final boolean atLeastOnce;
    private final boolean arrays;

    ChangesPart(Run run, Kind kind, Change change, Findings findings) {
        this.run = run;
        this.kind = kind;
        this.change = change;
        this.findings = findings;
        this.part = kind.title() + ", " + change.shown();
        this.transactions = run.of(BurstSizes.TRANSACTIONS);
        this.atLeastOnce = run.of(BurstSizes.AT_LEAST_ONCE);
        this.arrays = kind == Kind.POSTGRESQL;
    }

    private static String gateway(int transaction) {
        return String.format("gateway, up to %,d in a transaction", transaction);
    }

    private static String atLeastOnce(int transaction) {
        return gateway(transaction) + ", at-least-once";
    }

    private static String batches(int size) {
        return String.format("JDBC batches of %,d by hand", size);
    }

    private static String arrays(int size) {
        return String.format("arrays of %,d by hand", size);
    }

    /** Measures in databases that are made for it, below a directory. */
    void measure(Path directory, DurableDatabases databases) throws Exception {
        final int updates = run.of(BurstSizes.UPDATES);
        final int few = Math.min(updates, run.of(BurstSizes.SINGLES));
        findings.conditions(
                """
                %s: %s; a database for each variant; bursts of %,d, or %,d where one is made at a time; %s; updates go
                  through all %,d accounts in ever new order
                """,
                part, databases.described(), updates, few, change.sql().replace("sluice_perf_", ""), Change.ACCOUNTS);
        try (Makers makers = new Makers(run, directory, databases, change)) {
            run.progress().stage("burst: starting services on " + kind.title());
            makers.oneAtATime(ONE_EACH, few);
            makers.byHand(COMMIT_EACH, few, database -> new CommitEach(database, change));
            for (final int size : transactions) {
                add(makers, size, (int) Math.min(updates, (long) few * size)); // small transactions take long
            }
            final Measurements measured = makers.measure();
            makers.closeAndCheck();
            beside(measured);
            variants(measured);
            findings.plot(curves(measured));
        }
    }

    private void add(Makers makers, int size, int count) throws IOException, SQLException, InterruptedException {
        makers.byHand(batches(size), count, database -> new BatchesByHand(database, change, size));
        if (arrays) {
            makers.byHand(arrays(size), count, database -> new UnnestByHand(database, change, size));
        }
        makers.gateway(gateway(size), count, size, "exactly-once");
        if (atLeastOnce) {
            makers.gateway(atLeastOnce(size), count, size, "at-least-once");
        }
    }

    /** The transaction that figures to reach are for. */
    private int target() {
        return transactions.contains(TARGET) ? TARGET : transactions.get(transactions.size() - 1);
    }

    /** The table with the document's figures. */
    private void beside(Measurements measured) {
        final String gateway = gateway(target());
        final Findings.Rows rows = findings.table(
                part + ": a burst, in microseconds for each request",
                "what",
                "document, HSQLDB",
                ONE_EACH,
                gateway,
                "target");
        queues(rows, measured, BurstByService.WRITE_MEAN, "1.5", "");
        queues(rows, measured, BurstByService.WRITE_MEDIAN, "", "at most 0.5");
        queues(rows, measured, BurstByService.WRITE_P99, "", "");
        rows.row(
                "until the result is read, mean of the burst",
                "29.7",
                measured.get(ONE_EACH),
                measured.get(gateway),
                "");
        queues(rows, measured, BurstByService.READ, "", "at most 1");
        rows.row(
                "write rate to the rate one at a time, times",
                "20",
                writeRate(measured, ONE_EACH),
                writeRate(measured, gateway),
                kind == Kind.POSTGRESQL ? "at least 20" : "");
    }

    private void queues(Findings.Rows rows, Measurements measured, String what, String document, String target) {
        rows.row(
                what,
                document,
                findings.add(part, measured.get(ONE_EACH + ": " + what)),
                findings.add(part, measured.get(gateway(target()) + ": " + what)),
                target);
    }

    private Measurement writeRate(Measurements measured, String writer) {
        return over(
                measured.get(ONE_EACH),
                measured.get(writer + ": " + BurstByService.WRITE_MEAN),
                writer + ": write rate to the rate one at a time");
    }

    private Measurement over(Measurement mine, Measurement others, String name) {
        return findings.add(part, mine.over(others, name));
    }

    /** The table of all variants. */
    private void variants(Measurements measured) {
        final Findings.Rows rows = findings.table(
                part + ": microseconds for each change, until the job knows that it is durable",
                "variant",
                "us",
                "rate to one commit each",
                "time to one at a time",
                "time to batches by hand",
                "target");
        variant(rows, measured, ONE_EACH, "", "");
        variant(rows, measured, COMMIT_EACH, "", "");
        for (final int size : transactions) {
            variant(rows, measured, batches(size), "", "");
            if (arrays) {
                variant(rows, measured, arrays(size), "", "");
            }
            final String gateway = gateway(size);
            variant(
                    rows,
                    measured,
                    gateway,
                    over(measured.get(gateway), measured.get(batches(size)), gateway + ": time to " + batches(size)),
                    size == target() ? targetRatio() : "");
            if (atLeastOnce) {
                variant(rows, measured, atLeastOnce(size), "", "");
                over(measured.get(gateway), measured.get(atLeastOnce(size)), gateway + ": time to at-least-once");
            }
        }
    }

    private void variant(Findings.Rows rows, Measurements measured, String name, Object toBatches, String target) {
        final Measurement micros = measured.get(name);
        rows.row(
                name,
                findings.add(part, micros),
                name.equals(COMMIT_EACH)
                        ? ""
                        : over(measured.get(COMMIT_EACH), micros, name + ": rate to " + COMMIT_EACH),
                name.equals(ONE_EACH) ? "" : over(micros, measured.get(ONE_EACH), name + ": time to " + ONE_EACH),
                toBatches,
                target);
    }

    private String targetRatio() {
        return kind == Kind.HSQLDB ? "time to one at a time at most 0.5" : "rate to one commit each at least 12";
    }

    private Curves curves(Measurements measured) {
        final Curves curves = new Curves(
                ("burst-transactions-" + kind.title() + "-" + change).toLowerCase(Locale.ROOT),
                part + ": throughput by the size of transactions",
                Plot.Axis.log("changes in a transaction, at most"),
                Plot.Axis.log("changes per second"));
        for (final int size : transactions) {
            curves.add("gateway", Plot.Point.ofRate(size, measured.get(gateway(size))));
            curves.add("JDBC batches by hand", Plot.Point.ofRate(size, measured.get(batches(size))));
            if (arrays) {
                curves.add("arrays by hand", Plot.Point.ofRate(size, measured.get(arrays(size))));
            }
            // What has no such size goes along all of them.
            curves.add(COMMIT_EACH, Plot.Point.ofRate(size, measured.get(COMMIT_EACH)));
            curves.add(ONE_EACH, Plot.Point.ofRate(size, measured.get(ONE_EACH)));
        }
        return curves;
    }
}
