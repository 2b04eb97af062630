package dev.sluice.perf.burst;

import dev.sluice.perf.burst.BacklogSample.Figure;
import dev.sluice.perf.burst.BacklogSample.Rate;
import dev.sluice.perf.lab.Calibration;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.DurableDatabases;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.load.Change;
import dev.sluice.perf.load.ChangeStream;
import dev.sluice.perf.load.ChangedTable;
import dev.sluice.perf.report.Columns;
import dev.sluice.perf.report.Curves;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Plot;
import dev.sluice.perf.report.Plot.Axis;
import dev.sluice.testsupport.Trees;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Backlogs of durable updates: what they take of heap, memory and disk, and whether their size slows the gateway down. */
final class BacklogPart {

    private static final int CHUNK = 1_000;
    private static final int DISK_MEGABYTES = 256;

    private final Run run;
    private final DurableDatabases.Kind kind;
    private final DurableDatabases databases;
    private final List<Integer> sizes;
    private final String heap;
    private final Map<Long, List<BacklogSample>> passes = new TreeMap<>();

    BacklogPart(Run run, DurableDatabases.Kind kind, DurableDatabases databases) {
        this.run = run;
        this.kind = kind;
        this.databases = databases;
        this.sizes = run.of(BurstSizes.BACKLOGS);
        this.heap = run.of(BurstSizes.HEAP);
        if (sizes.get(0) < BacklogSample.EQUAL_STEPS) {
            throw new IllegalArgumentException(
                    "A backlog of " + sizes + " is too small: " + BacklogSample.EQUAL_STEPS + " are the least");
        }
    }

    /** What is done with a backlog. */
    private interface Passing {
        List<BacklogSample> pass(BacklogPass pass) throws Exception;
    }

    /** Measures in databases that are made for it, below a directory. */
    void measure(Path directory, Findings findings) throws Exception {
        for (final long size : sizes) {
            drain(directory, size);
        }
        final long largest = Collections.max(passes.keySet());
        if (run.of(BurstSizes.BEYOND_MEMORY)) {
            drain(directory, new BeyondMemory(largest, passes.get(largest)).requests(directory));
        }
        findings.conditions("""
                backlogs: of updates, each once, drained by a gateway on %s with up to %,d in a transaction; -Xmx%s
                  for the job that writes and for the gateway
                memory: heap in use after a full collection; resident with the pages of queue files that the process
                  mapped; queue files as long as they are, which grows by 64 MB at a time
                """, kind.title(), CHUNK, heap);
        report(findings);
        atRate(directory, passes.get(largest), findings);
    }

    private void drain(Path directory, long size) throws Exception {
        passes.put(size, passed(directory, "backlog_" + size, size, BacklogPass::writtenThenDrained));
    }

    /** A backlog with its own directory and database; what it leaves is deleted. */
    private List<BacklogSample> passed(Path parent, String name, long count, Passing passing) throws Exception {
        final Path directory = Files.createDirectory(parent.resolve(name));
        try {
            final Database database = databases.create(name);
            ChangedTable.create(database, Change.UPDATE);
            final List<BacklogSample> samples =
                    passing.pass(new BacklogPass(run, directory, database, count, CHUNK, heap));
            ChangedTable.check(database, new ChangeStream(Change.UPDATE, run.seed()), count, "backlog of " + count);
            return samples;
        } finally {
            Trees.delete(directory);
        }
    }

    /** A backlog that was drained. */
    private record Drained(long size, List<BacklogSample> samples) {

        Measurement written() {
            return new Measurement("written", "1/s", List.of(writes(samples)));
        }

        Measurement of(Figure figure) {
            return new Measurement(figure.name(), "MB", figure.of(samples));
        }
    }

    private void report(Findings findings) {
        final List<Drained> all = passes.entrySet().stream()
                .map(pass -> new Drained(pass.getKey(), pass.getValue()))
                .toList();
        findings.table(
                "Backlogs, written first and then drained: rates, and MB of memory (target: heap flat)",
                all,
                new Columns<Drained>()
                        .with("requests", Drained::size)
                        .with("written per second", one -> add(findings, one, one.written()))
                        .with("answered per second", one -> add(findings, one, drains(one.samples)))
                        .with("heap of the job", one -> add(findings, one, one.of(Figure.WRITER_HEAP)))
                        .with("heap of the gateway", one -> add(findings, one, one.of(Figure.HEAP)))
                        .with(
                                "resident, gateway",
                                one -> Figure.RESIDENT.of(one.samples).isEmpty()
                                        ? ""
                                        : add(findings, one, one.of(Figure.RESIDENT)))
                        .with(
                                "queue files",
                                one -> add(
                                        findings,
                                        one,
                                        new Measurement("queue files", "MB", List.of(files(one.samples))))));
        findings.plot(heapByBacklog());
        findings.plot(ratesByBacklog());
        passes.forEach((size, samples) -> overTime(
                findings, String.valueOf(size), String.format("a backlog of %,d, written and drained", size), samples));
    }

    private static Measurement add(Findings findings, Drained drained, Measurement figure) {
        return findings.add(String.format("backlog of %,d", drained.size), figure);
    }

    private void atRate(Path directory, List<BacklogSample> largest, Findings findings) throws Exception {
        final double drains = drains(largest).median();
        final int rate = run.of(BurstSizes.RATE).orElse((int) Math.min(2 * drains, writes(largest) / 2));
        final int seconds = run.of(BurstSizes.SECONDS);
        final long count = (long) rate * seconds;
        final List<BacklogSample> samples = passed(directory, "rate_" + rate, count, pass -> pass.atRate(rate));
        final double end = samples.get(samples.size() - 1).seconds();
        final double writing = BacklogSample.lastWritten(samples).seconds();
        final double backlog =
                samples.stream().mapToDouble(BacklogSample::backlog).max().orElse(0);
        final List<Measurement> figures = List.of(
                figure("requests written, as asked for", "1/s", rate),
                figure("requests written", "1/s", count / writing),
                figure("answered, the gateway alone", "1/s", drains),
                figure("answered, until nothing is left", "1/s", count / end),
                figure("time to write", "s", writing),
                figure("time until nothing is left", "s", end),
                figure("backlog, at most", "requests", backlog),
                figure("heap of the job, at most", "MB", Figure.WRITER_HEAP.most(samples)),
                figure("heap of the gateway, at most", "MB", Figure.HEAP.most(samples)),
                figure("resident memory of the gateway, at most", "MB", Figure.RESIDENT.most(samples)),
                figure("queue files in the end", "MB", files(samples)),
                figure("queue files, growth", "MB/s", files(samples) / end),
                figure("disk, written in a row and synced", "MB/s", Calibration.diskSpeed(directory, DISK_MEGABYTES)));
        findings.table(
                "A job that writes faster than the gateway drains, for " + seconds + " s",
                figures,
                new Columns<Measurement>()
                        .with("what", Measurement::name)
                        .with("value", one -> findings.add("fixed rate", one))
                        .with("unit", Measurement::unit));
        overTime(findings, "rate", String.format("%,d requests a second while the gateway drains them", rate), samples);
    }

    private static Measurement figure(String what, String unit, double value) {
        return new Measurement(what, unit, List.of(value));
    }

    /** Requests answered a second while a backlog was drained. */
    private static Measurement drains(List<BacklogSample> samples) {
        return new Measurement(
                "answered",
                "1/s",
                BacklogSample.rates(samples).stream().map(Rate::perSecond).toList());
    }

    /** Requests written a second by a job that did nothing else. */
    private static double writes(List<BacklogSample> samples) {
        final BacklogSample last = BacklogSample.lastWritten(samples);
        return last.written() / last.seconds();
    }

    private static double files(List<BacklogSample> samples) {
        return samples.get(samples.size() - 1).fileBytes() / BacklogSample.MEGABYTE;
    }

    /** The heaps by the size of the backlog at that time. */
    private Curves heapByBacklog() {
        final Curves curves = new Curves(
                "burst-heap-by-backlog",
                "heap in use while a backlog grows, and while it shrinks",
                Axis.log("requests waiting"),
                Axis.linear("MB after a collection"));
        passes.forEach((size, samples) -> samples.stream()
                .filter(one -> one.backlog() > 0)
                .forEach(one -> {
                    final String backlog = String.format(", %,d", size);
                    add(curves, "job" + backlog, one.backlog(), Figure.WRITER_HEAP, one);
                    add(curves, "gateway" + backlog, one.backlog(), Figure.HEAP, one);
                }));
        return curves;
    }

    /** How fast a gateway is by the size of what waits; the first stretch holds the start of its JVM. */
    private Curves ratesByBacklog() {
        final Curves curves = new Curves(
                "burst-rate-by-backlog",
                "throughput of the gateway while a backlog shrinks",
                Axis.log("requests waiting"),
                Axis.linear("answered per second"));
        passes.forEach((size, samples) -> BacklogSample.rates(samples).stream()
                .filter(one -> one.end().backlog() > 0)
                .forEach(one -> curves.add(
                        String.format("backlog of %,d", size),
                        Plot.Point.of(one.end().backlog(), one.perSecond()))));
        return curves;
    }

    /** The backlog, and what it takes, from the first request to the last result. */
    private static void overTime(Findings findings, String name, String title, List<BacklogSample> samples) {
        final Axis seconds = Axis.linear("seconds");
        final Curves requests =
                new Curves("burst-time-requests-" + name, title + ": requests", seconds, Axis.linear("requests"));
        final Curves memory =
                new Curves("burst-time-memory-" + name, title + ": memory and disk", seconds, Axis.log("MB"));
        final List<Figure> figures = List.of(Figure.WRITER_HEAP, Figure.HEAP, Figure.RESIDENT, Figure.FILES);
        figures.forEach(figure -> memory.add(figure.name()));
        for (final BacklogSample one : samples) {
            requests.add("written", Plot.Point.of(one.seconds(), one.written()));
            requests.add("answered", Plot.Point.of(one.seconds(), one.answered()));
            requests.add("waiting", Plot.Point.of(one.seconds(), one.backlog()));
            figures.forEach(figure -> add(memory, figure.name(), one.seconds(), figure, one));
        }
        findings.plot(requests);
        findings.plot(memory);
    }

    private static void add(Curves curves, String curve, double at, Figure figure, BacklogSample sample) {
        figure.of(sample).ifPresent(megabytes -> curves.add(curve, Plot.Point.of(at, megabytes)));
    }
}
