package dev.sluice.perf.burst;

import dev.sluice.perf.baseline.BatchesByHand;
import dev.sluice.perf.baseline.CommitEach;
import dev.sluice.perf.baseline.UnnestByHand;
import dev.sluice.perf.lab.DurableDatabases;
import dev.sluice.perf.lab.DurableDatabases.Kind;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.load.Change;
import dev.sluice.perf.report.Columns;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurements;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Repeats a published experiment, which the reports call the document, with one kind of change on one kind of database. The job
 * writes a burst without waiting. Two times are measured: until the burst is written, and until the last result is read. For
 * comparison, services and jobs without a gateway are measured in the same run.
 */
final class ChangesPart {

    /** The variant that corresponds to the document's service. */
    private static final String ONE_EACH = "one at a time, each prepared anew";

    private static final String COMMIT_EACH = "one commit each, without queues";
    private static final String AT_LEAST_ONCE = ", at-least-once";
    private static final int TARGET = 1_000;

    private final Run run;
    private final Kind kind;
    private final Change change;
    private final Findings findings;
    private final String part;
    private final List<Integer> transactions;
    /** The number of changes that share a transaction, by the name of the variant; 0 for variants that commit each change. */
    private final Map<String, Integer> variants = new LinkedHashMap<>();

    ChangesPart(Run run, Kind kind, Change change, Findings findings) {
        this.run = run;
        this.kind = kind;
        this.change = change;
        this.findings = findings;
        this.part = kind.title() + ", " + change.shown();
        this.transactions = run.of(BurstSizes.TRANSACTIONS);
    }

    private static String gateway(int transaction) {
        return String.format("gateway, up to %,d in a transaction", transaction);
    }

    private static String batches(int size) {
        return String.format("JDBC batches of %,d by hand", size);
    }

    /** Measures all variants, with new databases below the given directory. */
    void measure(Path directory, DurableDatabases databases) throws Exception {
        final int updates = run.of(BurstSizes.UPDATES);
        final int few = Math.min(updates, run.of(BurstSizes.SINGLES));
        findings.conditions(
                """
                %s: %s; a database for each variant; bursts of %,d changes, or of %,d if a variant makes one at a time; %s;
                  updates change all %,d accounts once in a random order, then all of them again in another order
                """,
                part, databases.described(), updates, few, change.sql().replace("sluice_perf_", ""), Change.ACCOUNTS);
        try (Makers makers = new Makers(run, directory, databases, change)) {
            run.progress().stage("burst: starting services on " + kind.title());
            makers.oneAtATime(variant(ONE_EACH, 0), few);
            makers.byHand(variant(COMMIT_EACH, 0), few, database -> new CommitEach(database, change));
            for (final int size : transactions) {
                // Small transactions take long, so variants with small transactions make fewer changes.
                add(makers, size, (int) Math.min(updates, (long) few * size));
            }
            final Measurements measured = makers.measure();
            makers.closeAndCheck();
            beside(measured);
            all(measured);
        }
    }

    private void add(Makers makers, int size, int count) throws Exception {
        makers.byHand(variant(batches(size), size), count, database -> new BatchesByHand(database, change, size));
        if (kind == Kind.POSTGRESQL) {
            final String arrays = String.format("arrays of %,d by hand", size);
            makers.byHand(variant(arrays, size), count, database -> new UnnestByHand(database, change, size));
        }
        makers.gateway(variant(gateway(size), size), count, size, "exactly-once");
        if (run.of(BurstSizes.AT_LEAST_ONCE)) {
            makers.gateway(variant(gateway(size) + AT_LEAST_ONCE, size), count, size, "at-least-once");
        }
    }

    private String variant(String name, int transaction) {
        variants.put(name, transaction);
        return name;
    }

    /** Returns the name of the gateway variant that the targets apply to. */
    private String targeted() {
        return gateway(transactions.contains(TARGET) ? TARGET : transactions.get(transactions.size() - 1));
    }

    /** Adds the table that compares with the document's figures. */
    private void beside(Measurements measured) {
        final Findings.Rows rows = findings.table(
                part + ": a burst, in microseconds for each request",
                "what",
                "document, HSQLDB",
                ONE_EACH,
                targeted(),
                "target");
        queues(rows, measured, BurstByService.WRITE_MEAN, "1.5", "");
        queues(rows, measured, BurstByService.WRITE_MEDIAN, "", "at most 0.5");
        queues(rows, measured, BurstByService.WRITE_P99, "", "");
        rows.row(
                "until the result is read, mean of the burst",
                "29.7",
                measured.get(ONE_EACH),
                measured.get(targeted()),
                "");
        queues(rows, measured, BurstByService.READ, "", "at most 1");
        rows.row(
                "write rate to the rate one at a time, times",
                "20",
                writeRate(measured, ONE_EACH),
                writeRate(measured, targeted()),
                kind == Kind.POSTGRESQL ? "at least 20" : "");
    }

    private void queues(Findings.Rows rows, Measurements measured, String what, String document, String target) {
        rows.row(
                what,
                document,
                findings.add(part, measured.get(ONE_EACH + ": " + what)),
                findings.add(part, measured.get(targeted() + ": " + what)),
                target);
    }

    private Object writeRate(Measurements measured, String writer) {
        return ratio(
                measured,
                ONE_EACH,
                writer + ": " + BurstByService.WRITE_MEAN,
                writer + ": write rate to the rate one at a time");
    }

    /** Returns the ratio of two measurements, or an empty cell if both names are the same or the second was not measured. */
    private Object ratio(Measurements measured, String one, String other, String name) {
        return one.equals(other) || measured.find(other).isEmpty()
                ? ""
                : findings.add(part, measured.get(one).over(measured.get(other), name));
    }

    /** Adds the table of all variants. */
    private void all(Measurements measured) {
        final String target =
                kind == Kind.HSQLDB ? "time to one at a time at most 0.5" : "rate to one commit each at least 12";
        findings.table(
                part + ": microseconds for each change, until the job knows that it is durable",
                variants.keySet(),
                new Columns<String>()
                        .with("variant", name -> name)
                        .with("us", name -> findings.add(part, measured.get(name)))
                        .with(
                                "rate to one commit each",
                                name -> ratio(measured, COMMIT_EACH, name, name + ": rate to " + COMMIT_EACH))
                        .with("time to one at a time", name -> timeTo(measured, name, ONE_EACH))
                        .with("time to batches by hand", name -> timeTo(measured, name, batches(variants.get(name))))
                        .with("time to at-least-once", name -> timeTo(measured, name, name + AT_LEAST_ONCE))
                        .with("target", name -> name.equals(targeted()) ? target : ""));
    }

    private Object timeTo(Measurements measured, String name, String other) {
        return ratio(measured, name, other, name + ": time to " + other);
    }
}
