package dev.sluice.perf.burst;

import dev.sluice.perf.burst.BacklogSample.Figure;
import dev.sluice.perf.lab.Calibration;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.DurableDatabases;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.load.Change;
import dev.sluice.perf.load.ChangeStream;
import dev.sluice.perf.load.ChangedTable;
import dev.sluice.perf.report.Curves;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Plot;
import dev.sluice.perf.report.Plot.Axis;
import dev.sluice.testsupport.Trees;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Measures the heap, memory and disk that backlogs of durable updates need, and whether large backlogs slow the gateway down. */
final class BacklogPart {

    private static final int LEAST = 20;
    private static final int DISK_MEGABYTES = 256;

    private final Run run;
    private final DurableDatabases.Kind kind;
    private final DurableDatabases databases;
    private final List<Integer> sizes;

    BacklogPart(Run run, DurableDatabases.Kind kind, DurableDatabases databases) {
        this.run = run;
        this.kind = kind;
        this.databases = databases;
        this.sizes = run.of(BurstSizes.BACKLOGS);
        if (sizes.get(0) < LEAST) {
            throw new IllegalArgumentException("A backlog of " + sizes + " is too small: the minimum is " + LEAST);
        }
    }

    /** Measures all backlogs, with new databases and queues below the given directory. */
    void measure(Path directory, Findings findings) throws Exception {
        findings.conditions("""
                backlogs: consist of updates with exactly-once execution; a gateway applies them to %s, up to %,d in a
                  transaction; the JVMs of the job and of the gateway run with %s
                memory: heap is the heap in use after a full garbage collection; resident includes the pages of mapped
                  queue files; queue files count with their full length, which grows by 64 MB at a time
                """, kind.title(), BacklogPass.CHUNK, BacklogPass.HEAP);
        final List<String> headings = new ArrayList<>(List.of("requests", "written per second", "answered per second"));
        List.of(Figure.values()).forEach(figure -> headings.add(figure.toString()));
        final Findings.Rows rows = findings.table(
                "Backlogs, written first and then drained: rates, and MB of memory (target: heap flat)", headings);
        List<BacklogSample> largest = List.of();
        for (final long size : sizes) {
            largest = drained(directory, size, findings, rows);
        }
        if (run.of(BurstSizes.BEYOND_MEMORY)) {
            largest = drained(directory, BeyondMemory.requests(largest, directory), findings, rows);
        }
        atRate(directory, largest, findings);
    }

    /** Measures one backlog with its own directory and database, and deletes the directory afterwards. */
    private List<BacklogSample> measured(Path parent, String name, long count, int perSecond) throws Exception {
        final Path directory = Files.createDirectory(parent.resolve(name));
        try {
            final Database database = databases.create(name);
            ChangedTable.create(database, Change.UPDATE);
            final List<BacklogSample> samples = new BacklogPass(run, directory, database, count).measure(perSecond);
            ChangedTable.check(database, new ChangeStream(Change.UPDATE, run.seed()), count, "backlog of " + count);
            return samples;
        } finally {
            Trees.delete(directory);
        }
    }

    private List<BacklogSample> drained(Path directory, long size, Findings findings, Findings.Rows rows)
            throws Exception {
        final List<BacklogSample> samples = measured(directory, "backlog_" + size, size, 0);
        final String part = String.format("backlog of %,d", size);
        final List<Object> row = new ArrayList<>(List.of(
                size,
                findings.add(part, new Measurement("written", "1/s", List.of(writes(samples)))),
                findings.add(part, drains(samples))));
        for (final Figure figure : Figure.values()) {
            final List<Double> megabytes =
                    figure == Figure.FILES ? List.of(files(samples)) : BacklogSample.of(samples, figure);
            row.add(megabytes.isEmpty() ? "" : findings.add(part, new Measurement(figure.toString(), "MB", megabytes)));
        }
        rows.row(row);
        overTime(findings, String.valueOf(size), part + ", written and drained", samples);
        return samples;
    }

    /** Returns how many requests the job wrote per second, from the first request to the last. */
    private static double writes(List<BacklogSample> samples) {
        final BacklogSample last = BacklogSample.lastWritten(samples);
        return last.written() / last.seconds();
    }

    /**
     * Returns how many requests were answered per second between any two successive samples. The first value includes the
     * gateway's start.
     */
    private static Measurement drains(List<BacklogSample> samples) {
        return new Measurement(
                "answered",
                "1/s",
                IntStream.range(1, samples.size())
                        .filter(i -> samples.get(i).answered() > 0)
                        .mapToObj(i -> (samples.get(i).answered()
                                        - samples.get(i - 1).answered())
                                / (samples.get(i).seconds() - samples.get(i - 1).seconds()))
                        .toList());
    }

    private static double files(List<BacklogSample> samples) {
        return BacklogSample.last(samples).megabytes().get(Figure.FILES);
    }

    private void atRate(Path directory, List<BacklogSample> largest, Findings findings) throws Exception {
        final Measurement drains = drains(largest);
        final int rate = (int) Math.min(2 * drains.median(), writes(largest) / 2);
        final int seconds = run.of(BurstSizes.SECONDS);
        final long count = (long) rate * seconds;
        final List<BacklogSample> samples = measured(directory, "rate_" + rate, count, rate);
        final double end = BacklogSample.last(samples).seconds();
        final Findings.Rows rows = findings.table(
                "A job that writes faster than the gateway drains, for " + seconds + " s", "what", "value", "unit");
        row(findings, rows, "requests written", "1/s", writes(samples));
        row(findings, rows, "answered while the job does not write", "1/s", drains.median());
        row(findings, rows, "answered, until nothing is left", "1/s", count / end);
        row(findings, rows, "time until nothing is left", "s", end);
        row(findings, rows, "queue files, growth", "MB/s", files(samples) / end);
        row(
                findings,
                rows,
                "disk, sequential write of one file with a sync at its end",
                "MB/s",
                Calibration.diskSpeed(directory, DISK_MEGABYTES));
        overTime(findings, "rate", String.format("%,d requests a second while the gateway drains them", rate), samples);
    }

    private static void row(Findings findings, Findings.Rows rows, String what, String unit, double value) {
        rows.row(what, findings.add("fixed rate", new Measurement(what, unit, List.of(value))), unit);
    }

    /** Plots the backlog and its memory and disk use over time, from the first request to the last result. */
    private static void overTime(Findings findings, String name, String title, List<BacklogSample> samples) {
        final Axis seconds = Axis.linear("seconds");
        final Curves requests =
                new Curves("burst-time-requests-" + name, title + ": requests", seconds, Axis.linear("requests"));
        final Curves memory =
                new Curves("burst-time-memory-" + name, title + ": memory and disk", seconds, Axis.log("MB"));
        List.of(Figure.values()).forEach(figure -> memory.add(figure.toString()));
        for (final BacklogSample one : samples) {
            requests.add("written", Plot.Point.of(one.seconds(), one.written()));
            requests.add("answered", Plot.Point.of(one.seconds(), one.answered()));
            requests.add("waiting", Plot.Point.of(one.seconds(), one.backlog()));
            one.megabytes()
                    .forEach((figure, megabytes) ->
                            memory.add(figure.toString(), Plot.Point.of(one.seconds(), megabytes)));
        }
        findings.plot(requests);
        findings.plot(memory);
    }
}
