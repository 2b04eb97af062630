package dev.sluice.perf.burst;

import static dev.sluice.perf.burst.BacklogSample.HEAP;
import static dev.sluice.perf.burst.BacklogSample.RESIDENT;
import static dev.sluice.perf.burst.BacklogSample.WRITER_HEAP;
import static dev.sluice.perf.burst.BacklogSample.megabytes;

import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.DiskSpeed;
import dev.sluice.perf.lab.DurableDatabases;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.load.Change;
import dev.sluice.perf.load.ChangeStream;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Plot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

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
        this.sizes = run.of(BurstExperiment.BACKLOGS);
        this.heap = run.of(BurstExperiment.HEAP);
        if (sizes.get(0) < BacklogMarks.EQUAL_STEPS) {
            throw new IllegalArgumentException(
                    "A backlog of " + sizes + " is too small: " + BacklogMarks.EQUAL_STEPS + " are the least");
        }
    }

    /** What is done with a backlog. */
    private interface Passing {
        List<BacklogSample> pass(BacklogPass pass) throws Exception;
    }

    /** Measures in databases that are made for it, below a directory. */
    void measure(Path directory, Findings findings) throws Exception {
        for (final long size : sizes) {
            passes.put(size, drained(directory, size));
        }
        final long largest = Collections.max(passes.keySet());
        if (run.of(BurstExperiment.BEYOND_MEMORY)) {
            final long size = new BeyondMemory(largest, passes.get(largest)).requests(directory);
            passes.put(size, drained(directory, size));
        }
        findings.condition(
                "backlogs",
                "of updates, each once, drained by a gateway on %s with up to %,d in a transaction; -Xmx%s for the"
                        + " job that writes and for the gateway",
                kind.title(),
                CHUNK,
                heap);
        findings.condition(
                "memory",
                "heap in use after a full collection; resident with the pages of queue files that the process mapped;"
                        + " queue files as long as they are, which grows by 64 MB at a time");
        report(findings);
        atRate(directory, passes.get(largest), findings);
    }

    private List<BacklogSample> drained(Path directory, long size) throws Exception {
        return passed(directory, "backlog_" + size, size, pass -> pass.writtenThenDrained(run));
    }

    /** A backlog with its own directory and database; what it leaves is deleted. */
    private List<BacklogSample> passed(Path parent, String name, long count, Passing passing) throws Exception {
        final Path directory = Files.createDirectory(parent.resolve(name));
        try {
            final Database database = databases.create(name);
            Change.UPDATE.create(database);
            final List<BacklogSample> samples = passing.pass(new BacklogPass(directory, database, count, CHUNK, heap));
            final ChangeStream stream = new ChangeStream(Change.UPDATE, run.seed());
            stream.skip(count);
            stream.check(database, "backlog of " + count);
            return samples;
        } finally {
            Run.delete(directory);
        }
    }

    private void report(Findings findings) {
        final Findings.Rows rows = findings.table(
                "Backlogs, written first and then drained: rates, and MB of memory (target: heap flat)",
                "requests",
                "written per second",
                "answered per second",
                "heap of the job",
                "heap of the gateway",
                "resident, gateway",
                "queue files");
        passes.forEach((size, samples) -> {
            final String part = String.format("backlog of %,d", size);
            rows.row(
                    size,
                    findings.add(part, new Measurement("written", "1/s", List.of(writes(samples)))),
                    findings.add(part, drains(samples)),
                    findings.add(part, new Measurement("heap of the job", "MB", all(samples, WRITER_HEAP))),
                    findings.add(part, new Measurement("heap of the gateway", "MB", all(samples, HEAP))),
                    all(samples, RESIDENT).isEmpty()
                            ? ""
                            : findings.add(part, new Measurement("resident, gateway", "MB", all(samples, RESIDENT))),
                    findings.add(part, new Measurement("queue files", "MB", List.of(files(samples)))));
        });
        findings.plot(heapByBacklog());
        findings.plot(ratesByBacklog());
        passes.forEach((size, samples) -> overTime(
                findings, String.valueOf(size), String.format("a backlog of %,d, written and drained", size), samples));
    }

    private void atRate(Path directory, List<BacklogSample> largest, Findings findings) throws Exception {
        final double drains = drains(largest).median();
        final int rate = run.of(BurstExperiment.RATE).orElse((int) Math.min(2 * drains, writes(largest) / 2));
        final int seconds = run.of(BurstExperiment.SECONDS);
        final long count = (long) rate * seconds;
        final List<BacklogSample> samples = passed(directory, "rate_" + rate, count, pass -> pass.atRate(run, rate));
        final BacklogSample end = samples.get(samples.size() - 1);
        final Findings.Rows rows = findings.table(
                "A job that writes faster than the gateway drains, for " + seconds + " s", "what", "value", "unit");
        final Row row = (what, unit, value) ->
                rows.row(what, findings.add("fixed rate", new Measurement(what, unit, List.of(value))), unit);
        final double writing = BacklogSample.lastWritten(samples).seconds();
        row.add("requests written, as asked for", "1/s", rate);
        row.add("requests written", "1/s", count / writing);
        row.add("answered, the gateway alone", "1/s", drains);
        row.add("answered, until nothing is left", "1/s", count / end.seconds());
        row.add("time to write", "s", writing);
        row.add("time until nothing is left", "s", end.seconds());
        row.add("backlog, at most", "requests", most(samples, one -> OptionalDouble.of(one.backlog())));
        row.add("heap of the job, at most", "MB", most(samples, WRITER_HEAP));
        row.add("heap of the gateway, at most", "MB", most(samples, HEAP));
        row.add("resident memory of the gateway, at most", "MB", most(samples, RESIDENT));
        row.add("queue files in the end", "MB", files(samples));
        row.add("queue files, growth", "MB/s", files(samples) / end.seconds());
        row.add("disk, written in a row and synced", "MB/s", megabytes((long)
                DiskSpeed.bytesPerSecond(directory, DISK_MEGABYTES)));
        overTime(findings, "rate", String.format("%,d requests a second while the gateway drains them", rate), samples);
    }

    private interface Row {
        void add(String what, String unit, double value);
    }

    /** Requests answered a second while a backlog was drained. */
    private static Measurement drains(List<BacklogSample> samples) {
        return new Measurement(
                "answered",
                "1/s",
                BacklogSample.rates(samples).stream()
                        .map(BacklogSample.Rate::perSecond)
                        .toList());
    }

    /** Requests written a second by a job that did nothing else. */
    private static double writes(List<BacklogSample> samples) {
        final BacklogSample last = BacklogSample.lastWritten(samples);
        return last.written() / last.seconds();
    }

    private static double files(List<BacklogSample> samples) {
        return megabytes(samples.get(samples.size() - 1).fileBytes());
    }

    private static double most(List<BacklogSample> samples, Function<BacklogSample, OptionalDouble> what) {
        return all(samples, what).stream().mapToDouble(one -> one).max().orElse(0);
    }

    private static List<Double> all(List<BacklogSample> samples, Function<BacklogSample, OptionalDouble> what) {
        return samples.stream().flatMap(one -> what.apply(one).stream().boxed()).toList();
    }

    /** The heaps by the size of the backlog at that time. */
    private Plot heapByBacklog() {
        final List<Plot.Curve> curves = new ArrayList<>();
        passes.forEach((size, samples) -> {
            final List<BacklogSample> waiting = samples.stream()
                    .filter(one -> one.backlog() > 0)
                    .sorted(Comparator.comparingLong(BacklogSample::backlog))
                    .toList();
            curves.add(curve(String.format("job, %,d", size), waiting, BacklogSample::backlog, WRITER_HEAP));
            curves.add(curve(String.format("gateway, %,d", size), waiting, BacklogSample::backlog, HEAP));
        });
        return new Plot(
                "burst-heap-by-backlog",
                "heap in use while a backlog grows, and while it shrinks",
                Plot.Axis.log("requests waiting"),
                Plot.Axis.linear("MB after a collection"),
                curves);
    }

    /** How fast a gateway is by the size of what waits; the first stretch holds the start of its JVM. */
    private Plot ratesByBacklog() {
        final List<Plot.Curve> curves = new ArrayList<>();
        passes.forEach((size, samples) -> curves.add(new Plot.Curve(
                String.format("backlog of %,d", size),
                BacklogSample.rates(samples).stream()
                        .filter(one -> one.end().backlog() > 0)
                        .sorted(Comparator.comparingLong(one -> one.end().backlog()))
                        .map(one -> Plot.Point.of(one.end().backlog(), one.perSecond()))
                        .toList())));
        return new Plot(
                "burst-rate-by-backlog",
                "throughput of the gateway while a backlog shrinks",
                Plot.Axis.log("requests waiting"),
                Plot.Axis.linear("answered per second"),
                curves);
    }

    /** The backlog, and what it takes, from the first request to the last result. */
    private static void overTime(Findings findings, String name, String title, List<BacklogSample> samples) {
        final Plot.Axis seconds = Plot.Axis.linear("seconds");
        findings.plot(new Plot(
                "burst-time-requests-" + name,
                title + ": requests",
                seconds,
                Plot.Axis.linear("requests"),
                List.of(
                        inTime("written", samples, one -> OptionalDouble.of(one.written())),
                        inTime("answered", samples, one -> OptionalDouble.of(one.answered())),
                        inTime("waiting", samples, one -> OptionalDouble.of(one.backlog())))));
        findings.plot(new Plot(
                "burst-time-memory-" + name,
                title + ": memory and disk",
                seconds,
                Plot.Axis.log("MB"),
                List.of(
                        inTime("heap of the job", samples, WRITER_HEAP),
                        inTime("heap of the gateway", samples, HEAP),
                        inTime("resident, gateway", samples, RESIDENT),
                        inTime("queue files", samples, one -> OptionalDouble.of(megabytes(one.fileBytes()))))));
    }

    private static Plot.Curve inTime(
            String name, List<BacklogSample> samples, Function<BacklogSample, OptionalDouble> y) {
        return curve(name, samples, BacklogSample::seconds, y);
    }

    private static Plot.Curve curve(
            String name,
            List<BacklogSample> samples,
            ToDoubleFunction<BacklogSample> x,
            Function<BacklogSample, OptionalDouble> y) {
        return new Plot.Curve(
                name,
                samples.stream()
                        .filter(one -> y.apply(one).isPresent())
                        .map(one ->
                                Plot.Point.of(x.applyAsDouble(one), y.apply(one).getAsDouble()))
                        .toList());
    }
}
