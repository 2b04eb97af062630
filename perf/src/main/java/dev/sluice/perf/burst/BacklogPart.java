package dev.sluice.perf.burst;

import dev.sluice.perf.load.Change;
import dev.sluice.perf.load.ChangeStream;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Table;
import dev.sluice.perf.run.Run;
import dev.sluice.perf.system.Database;
import dev.sluice.perf.system.DiskSpeed;
import dev.sluice.perf.system.DurableDatabases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Backlogs of durable updates: what they take of heap, memory and disk, and whether their size slows the gateway down. */
final class BacklogPart {

    private static final int CHUNK = 1_000;
    private static final int DISK_MEGABYTES = 256;
    private static final double MEGABYTE = 1 << 20;

    private final DurableDatabases.Kind kind;
    private final BacklogSizes sizes;
    private final Map<Long, List<BacklogSample>> passes = new TreeMap<>();

    BacklogPart(DurableDatabases.Kind kind, BacklogSizes sizes) {
        this.kind = kind;
        this.sizes = sizes;
    }

    /** Measures in databases that are made for it, below a directory. */
    void measure(Run run, Path directory, DurableDatabases databases, Findings findings) throws Exception {
        for (final long size : sizes.sizes()) {
            passes.put(size, drained(run, directory, databases, size));
        }
        if (sizes.beyondMemory()) {
            final long size = new BeyondMemory(sizes.largest(), passes.get(sizes.largest())).requests(directory);
            passes.put(size, drained(run, directory, databases, size));
        }
        findings.condition(
                "backlogs",
                String.format(
                        "of updates, each once, drained by a gateway on %s with up to %,d in a transaction; -Xmx%s for the"
                                + " job that writes and for the gateway",
                        ChangesPart.named(kind), CHUNK, sizes.heap()));
        findings.condition(
                "memory",
                "heap in use after a full collection; resident with the pages of queue files that the process mapped;"
                        + " queue files as long as they are, which grows by 64 MB at a time");
        new BacklogTables(passes).report(findings);
        atRate(run, directory, databases, findings);
    }

    private List<BacklogSample> drained(Run run, Path directory, DurableDatabases databases, long size)
            throws Exception {
        try (Pass one = new Pass(run, directory, databases, "backlog_" + size, size, sizes.heap())) {
            final List<BacklogSample> samples = one.pass.writtenThenDrained(run);
            one.check();
            return samples;
        }
    }

    private void atRate(Run run, Path directory, DurableDatabases databases, Findings findings) throws Exception {
        final List<BacklogSample> largest = passes.get(sizes.largest());
        final double drains = BacklogTables.drains(largest).median();
        final int rate = sizes.rate().orElse((int) Math.min(2 * drains, BacklogTables.writes(largest) / 2));
        final long count = (long) rate * sizes.seconds();
        final List<BacklogSample> samples;
        try (Pass one = new Pass(run, directory, databases, "rate_" + rate, count, sizes.heap())) {
            samples = one.pass.atRate(run, rate);
            one.check();
        }
        final double disk = DiskSpeed.bytesPerSecond(directory, DISK_MEGABYTES) / MEGABYTE;
        final BacklogSample end = samples.get(samples.size() - 1);
        final List<List<String>> rows = new ArrayList<>();
        row(findings, rows, "requests written, as asked for", "1/s", rate);
        row(
                findings,
                rows,
                "requests written",
                "1/s",
                count / lastWritten(samples).seconds());
        row(findings, rows, "answered, the gateway alone", "1/s", drains);
        row(findings, rows, "answered, until nothing is left", "1/s", count / end.seconds());
        row(findings, rows, "time to write", "s", lastWritten(samples).seconds());
        row(findings, rows, "time until nothing is left", "s", end.seconds());
        row(
                findings,
                rows,
                "backlog, at most",
                "requests",
                samples.stream().mapToLong(BacklogSample::backlog).max().orElseThrow());
        row(findings, rows, "heap of the job, at most", "MB", BacklogTables.most(samples, BacklogTables.WRITER_HEAP));
        row(findings, rows, "heap of the gateway, at most", "MB", BacklogTables.most(samples, BacklogTables.HEAP));
        row(
                findings,
                rows,
                "resident memory of the gateway, at most",
                "MB",
                BacklogTables.most(samples, BacklogTables.RESIDENT));
        row(findings, rows, "queue files in the end", "MB", end.fileBytes() / MEGABYTE);
        row(findings, rows, "queue files, growth", "MB/s", end.fileBytes() / MEGABYTE / end.seconds());
        row(findings, rows, "disk, written in a row and synced", "MB/s", disk);
        findings.table(new Table(
                "A job that writes faster than the gateway drains, for " + sizes.seconds() + " s",
                List.of("what", "value", "unit"),
                rows));
        BacklogPlots.overTime(
                        "rate", String.format("%,d requests a second while the gateway drains them", rate), samples)
                .forEach(findings::plot);
    }

    private static BacklogSample lastWritten(List<BacklogSample> samples) {
        return samples.stream()
                .filter(one -> one.writerHeap().isPresent())
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    private static void row(Findings findings, List<List<String>> rows, String what, String unit, double value) {
        final Measurement measured = findings.measured("fixed rate", new Measurement(what, unit, List.of(value)));
        rows.add(List.of(what, measured.shown(), unit));
    }

    /** A backlog with its own directory and database; what it leaves is deleted. */
    private static final class Pass implements AutoCloseable {

        private final Path directory;
        private final Database database;
        private final ChangeStream stream;
        private final BacklogPass pass;

        Pass(Run run, Path parent, DurableDatabases databases, String name, long count, String heap) throws Exception {
            directory = Files.createDirectory(parent.resolve(name));
            database = databases.create(name);
            Change.UPDATE.create(database);
            stream = new ChangeStream(Change.UPDATE, run.seed());
            pass = new BacklogPass(directory, database, Backlogged.UPDATES, count, CHUNK, heap);
        }

        void check() throws Exception {
            stream.skip(pass.count());
            stream.check(database, "backlog of " + pass.count());
        }

        @Override
        public void close() {
            Run.delete(directory);
        }
    }
}
