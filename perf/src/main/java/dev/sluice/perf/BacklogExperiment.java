package dev.sluice.perf;

import dev.sluice.queue.QueueOptions;
import dev.sluice.queue.QueuePair;
import dev.sluice.queue.ResultReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * A backlog of millions of lookups: written by a job with a small heap, then drained by a gateway with a small heap,
 * whose use is sampled after collections while the backlog shrinks.
 */
final class BacklogExperiment implements Experiment {

    private static final int SAMPLES = 20;
    private static final int CHUNK = 500;
    private static final long SAID_SECONDS = 60;
    private static final long PAUSE_NANOS = 500_000;
    private static final double MEGABYTE = 1 << 20;

    /**
     * How much.
     *
     * @param requests of the backlog
     * @param rows of the table
     * @param heap of both JVMs, as {@code -Xmx} takes it
     */
    record Sizes(int requests, int rows, String heap) {}

    private final DatabaseChoice choice;
    private final Sizes sizes;

    BacklogExperiment(DatabaseChoice choice, Sizes sizes) {
        if (sizes.requests < SAMPLES) {
            throw new IllegalArgumentException(sizes.requests + " requests are too few: " + SAMPLES + " are the least");
        }
        this.choice = choice;
        this.sizes = sizes;
    }

    /** What the writing job came to. */
    private record Written(double nanosEach, long heapBytes) {}

    /** The gateway at one time. */
    private record Sample(int left, long heapBytes, long residentBytes, double perSecond) {}

    @Override
    public String name() {
        return "backlog";
    }

    @Override
    public Report run(Run run) throws Exception {
        final Path directory = run.newDirectory("backlog");
        try (DatabaseServer server = choice.open(directory, false)) {
            final Database database = server.database();
            Customers.create(database, sizes.rows, run.seed());
            try {
                final Written written = write(run, directory);
                return report(run, database, written, drain(run, directory, database));
            } finally {
                Customers.drop(database);
            }
        } finally {
            Run.delete(directory);
        }
    }

    private Written write(Run run, Path directory) throws IOException, InterruptedException {
        run.progress().stage("backlog: writing");
        try (ChildJvm writer = ChildJvm.start(
                "writer",
                directory,
                List.of("-Xmx" + sizes.heap),
                "",
                BacklogWriter.class,
                directory.resolve("queues").toString(),
                String.valueOf(sizes.requests),
                String.valueOf(sizes.rows),
                String.valueOf(run.seed()))) {
            while (true) {
                final String[] said = writer.hear(SAID_SECONDS).split(" ");
                if (said[0].equals("done")) {
                    return new Written(Long.parseLong(said[1]) / (double) sizes.requests, Long.parseLong(said[2]));
                }
                run.progress().at(Long.parseLong(said[1]), sizes.requests);
            }
        }
    }

    private List<Sample> drain(Run run, Path directory, Database database) throws IOException, InterruptedException {
        run.progress().stage("backlog: draining");
        final Path file = new GatewayFile(
                        directory.resolve("queues"),
                        database,
                        CHUNK,
                        CHUNK,
                        GatewayFile.EXACTLY_ONCE,
                        GatewayFile.lookup(Customers.ONE))
                .write(directory.resolve("gateway.yaml"));
        try (QueuePair queues = QueuePair.open(directory.resolve("queues"), QueueOptions.DEFAULTS);
                ResultReader results = queues.resultsFromStart();
                ChildJvm gateway = ChildJvm.start(
                        "gateway",
                        directory,
                        List.of("-Xmx" + sizes.heap),
                        database.password(),
                        WatchedGateway.class,
                        "run",
                        "--config",
                        file.toString())) {
            return sample(run.progress(), results, gateway);
        }
    }

    private List<Sample> sample(Progress progress, ResultReader results, ChildJvm gateway)
            throws IOException, InterruptedException {
        final List<Sample> samples = new ArrayList<>();
        final Asked asked = new Asked();
        long before = System.nanoTime();
        int answeredBefore = 0;
        while (samples.size() < SAMPLES) {
            final int next = (int) ((long) sizes.requests * (samples.size() + 1) / SAMPLES);
            readUpTo(next, results, asked, gateway);
            final long now = System.nanoTime();
            gateway.ask("heap");
            final String[] said = gateway.hear(SAID_SECONDS).split(" ");
            samples.add(new Sample(
                    sizes.requests - next,
                    Long.parseLong(said[0]),
                    Long.parseLong(said[1]),
                    (next - answeredBefore) * 1e9 / (now - before)));
            progress.at(next, sizes.requests);
            before = now;
            answeredBefore = next;
        }
        return samples;
    }

    private static void readUpTo(int answers, ResultReader results, Asked asked, ChildJvm gateway) {
        while (asked.answers() < answers) {
            final int read = results.poll(asked, (int) Math.min(CHUNK, answers - asked.answers()));
            if (read == 0) {
                gateway.checkAlive();
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private Report report(Run run, Database database, Written written, List<Sample> samples) throws Exception {
        final Map<String, String> conditions = run.conditions();
        conditions.put("repetitions", "one");
        conditions.put("database", database.described() + ", " + choice.described());
        conditions.put(
                "sizes",
                String.format(
                        "%,d lookups, keys at random of %,d rows, chunk limit %d", sizes.requests, sizes.rows, CHUNK));
        conditions.put("heap", "-Xmx" + sizes.heap + " for the writing job and for the gateway, each a JVM of its own");
        conditions.put(
                "resident",
                "what the gateway's process has in memory, pages of the queue files that it mapped included");

        final Measurements measured = new Measurements();
        measured.add("written, mean", "ns", written.nanosEach);
        measured.add("heap of the writing job at the end", "MB", written.heapBytes / MEGABYTE);
        final List<List<String>> rows = new ArrayList<>();
        for (final Sample sample : samples) {
            measured.add("heap of the gateway after a collection", "MB", sample.heapBytes / MEGABYTE);
            measured.add("answered", "1/s", sample.perSecond);
            rows.add(List.of(
                    String.format("%,d", sample.left),
                    Measurement.number(sample.heapBytes / MEGABYTE),
                    Measurement.number(sample.residentBytes / MEGABYTE),
                    Measurement.number(sample.perSecond)));
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
                        summary(measured, samples)),
                measured.all());
    }

    private static Table summary(Measurements measured, List<Sample> samples) {
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
    private static double rate(List<Sample> samples) {
        return samples.size()
                / samples.stream().mapToDouble(one -> 1 / one.perSecond).sum();
    }
}
