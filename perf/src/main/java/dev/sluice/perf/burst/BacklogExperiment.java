package dev.sluice.perf.burst;

import dev.sluice.perf.load.Customers;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Report;
import dev.sluice.perf.report.Table;
import dev.sluice.perf.run.Experiment;
import dev.sluice.perf.run.Run;
import dev.sluice.perf.system.Database;
import dev.sluice.perf.system.DatabaseChoice;
import dev.sluice.perf.system.DatabaseServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A backlog of millions of lookups: written by a job with a small heap, then drained by a gateway with a small heap,
 * whose use is sampled after collections while the backlog shrinks.
 */
public final class BacklogExperiment implements Experiment {

    private static final int CHUNK = 500;
    private static final double MEGABYTE = 1 << 20;

    /**
     * How much.
     *
     * @param requests of the backlog
     * @param heap of both JVMs, as {@code -Xmx} takes it
     */
    public record Sizes(int requests, String heap) {}

    private final DatabaseChoice choice;
    private final Sizes sizes;

    public BacklogExperiment(DatabaseChoice choice, Sizes sizes) {
        if (sizes.requests < BacklogMarks.EQUAL_STEPS) {
            throw new IllegalArgumentException(
                    sizes.requests + " requests are too few: " + BacklogMarks.EQUAL_STEPS + " are the least");
        }
        this.choice = choice;
        this.sizes = sizes;
    }

    @Override
    public String name() {
        return "backlog";
    }

    @Override
    public Report run(Run run) throws Exception {
        final Path directory = run.newDirectory("backlog");
        try (DatabaseServer server = choice.open(directory, false)) {
            final Database database = server.database();
            Customers.create(database, Backlogged.ROWS, run.seed());
            try {
                return report(
                        run,
                        database,
                        new BacklogPass(directory, database, Backlogged.LOOKUPS, sizes.requests, CHUNK, sizes.heap)
                                .writtenThenDrained(run));
            } finally {
                Customers.drop(database);
            }
        } finally {
            Run.delete(directory);
        }
    }

    private Report report(Run run, Database database, List<BacklogSample> samples) throws Exception {
        final Map<String, String> conditions = run.conditions();
        conditions.put("repetitions", "one");
        conditions.put("database", database.described() + ", " + choice.described());
        conditions.put(
                "sizes",
                String.format(
                        "%,d lookups, keys at random of %,d rows, chunk limit %d",
                        sizes.requests, Backlogged.ROWS, CHUNK));
        conditions.put("heap", "-Xmx" + sizes.heap + " for the writing job and for the gateway, each a JVM of its own");
        conditions.put(
                "resident",
                "what the gateway's process has in memory, pages of the queue files that it mapped included");

        final BacklogSample written = samples.stream()
                .filter(one -> one.writerHeap().isPresent() && one.written() == sizes.requests)
                .findFirst()
                .orElseThrow();
        final List<BacklogSample.Rate> rates = BacklogSample.rates(samples);
        final Measurements measured = new Measurements();
        measured.add("written, mean", "ns", written.seconds() * 1e9 / sizes.requests);
        measured.add(
                "heap of the writing job at the end", "MB", written.writerHeap().getAsLong() / MEGABYTE);
        final List<List<String>> rows = new ArrayList<>();
        for (final BacklogSample.Rate rate : rates) {
            final BacklogSample.Gateway gateway = rate.end().gateway().orElseThrow();
            measured.add("heap of the gateway after a collection", "MB", gateway.heap() / MEGABYTE);
            measured.add("answered", "1/s", rate.perSecond());
            rows.add(List.of(
                    String.format("%,d", rate.end().backlog()),
                    Measurement.number(gateway.heap() / MEGABYTE),
                    Measurement.number(gateway.resident() / MEGABYTE),
                    Measurement.number(rate.perSecond())));
        }
        return new Report(
                name(),
                "the heap while a backlog is written and drained",
                conditions,
                List.of(
                        new Table(
                                "The gateway while it drains",
                                List.of("backlog left", "heap in use, MB", "resident, MB", "answered per second"),
                                rows),
                        summary(measured, rates)),
                measured.all());
    }

    private static Table summary(Measurements measured, List<BacklogSample.Rate> samples) {
        final int last = samples.size();
        final double firstTenth = rate(samples.subList(0, 2));
        final double lastTenth = rate(samples.subList(last - 2, last));
        final List<List<String>> rows = new ArrayList<>();
        for (final Measurement one : measured.all()) {
            rows.add(List.of(one.name(), one.shown(), one.unit()));
        }
        rows.add(List.of("first tenth, the start of the JVM included", Measurement.number(firstTenth), "1/s"));
        rows.add(List.of("last tenth", Measurement.number(lastTenth), "1/s"));
        return new Table("In short", List.of("what", "median (least-most)", "unit"), rows);
    }

    /** Of samples with equally many answers each. */
    private static double rate(List<BacklogSample.Rate> samples) {
        return samples.size()
                / samples.stream().mapToDouble(one -> 1 / one.perSecond()).sum();
    }
}
