package dev.sluice.perf.queue;

import dev.sluice.api.Requests;
import dev.sluice.client.GatewayClient;
import dev.sluice.perf.load.Asked;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Report;
import dev.sluice.perf.report.Table;
import dev.sluice.perf.run.Experiment;
import dev.sluice.perf.run.Run;
import dev.sluice.perf.run.ThreadUse;
import dev.sluice.perf.system.InstantLoop;
import dev.sluice.queue.QueueOptions;
import dev.sluice.queue.QueuePair;
import dev.sluice.queue.RequestReader;
import dev.sluice.wire.RequestFrame;
import dev.sluice.wire.RequestReceiver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What the queues and the component cost by themselves, on one thread: writing a request, reading it, the whole loop
 * over both queues with a backend that answers at once, and reading the result.
 */
public final class QueueExperiment implements Experiment {

    private static final int BATCH = 100;
    private static final int WARM_UPS = 3;
    private static final long HIGHEST_NANOS = 10_000_000_000L;

    private static final String WRITE_BATCH = "write, mean of 100, median";
    private static final String WRITE_SINGLE = "write, each timed, median";
    private static final String WRITE_P99 = "write, each timed, 99 %";
    private static final String WRITE_P9999 = "write, each timed, 99.99 %";
    private static final String WRITE_MEAN = "write, all in a row, mean";
    private static final String WRITE_BYTES = "write, allocated";
    private static final String READ = "read a request";
    private static final String READ_BYTES = "read a request, allocated";
    private static final String LOOP = "queue loop: read, plan, answer, write the result";
    private static final String LOOP_CPU = "queue loop, CPU of the thread";
    private static final String LOOP_BYTES = "queue loop, allocated";
    private static final String RESULT = "read a result";
    private static final String RESULT_BYTES = "read a result, allocated";

    private final int requests;
    private final int chunkLimit;

    public QueueExperiment(int requests, int chunkLimit) {
        if (requests < 3 * BATCH) {
            throw new IllegalArgumentException(requests + " requests are too few: " + 3 * BATCH + " are the least");
        }
        this.requests = requests;
        this.chunkLimit = chunkLimit;
    }

    @Override
    public String name() {
        return "queue";
    }

    @Override
    public Report run(Run run) throws Exception {
        final Measurements measurements = new Measurements();
        for (int repetition = 1 - WARM_UPS; repetition <= run.repetitions(); repetition++) {
            run.progress().stage("queue, " + (repetition < 1 ? "warm-up" : repetition + " of " + run.repetitions()));
            once(run, repetition < 1 ? new Measurements() : measurements);
        }
        final Map<String, String> conditions = run.conditions();
        conditions.put(
                "sizes",
                String.format(
                        "%,d lookups of one long each and as many results of two texts, chunk limit %d, one thread, no sync",
                        requests, chunkLimit));
        return new Report(
                name(),
                "the queues and the component alone, on one thread, with history",
                conditions,
                List.of(table(measurements)),
                measurements.all());
    }

    private static Table table(Measurements measurements) {
        final Map<String, String> targets = Map.of(WRITE_BATCH, "500", WRITE_SINGLE, "500", LOOP, "1,500");
        final List<List<String>> rows = new ArrayList<>();
        for (final Measurement one : measurements.all()) {
            rows.add(List.of(one.name(), one.shown(), one.unit(), targets.getOrDefault(one.name(), "")));
        }
        return new Table("Per request", List.of("what", "median (least-most)", "unit", "target, at most"), rows);
    }

    private void once(Run run, Measurements measurements) throws Exception {
        final Path directory = run.newDirectory("queue");
        try (GatewayClient client = GatewayClient.open(directory.resolve("queues"))) {
            write(client.requests(), measurements);
            try (QueuePair queues = QueuePair.open(directory.resolve("queues"), QueueOptions.DEFAULTS)) {
                read(queues, measurements);
                loop(queues, measurements);
            }
            readResults(client, measurements);
        } finally {
            Run.delete(directory);
        }
    }

    /** A third each: all in a row, in batches, each timed. */
    private void write(Requests writer, Measurements measurements) {
        final int third = requests / 3 / BATCH * BATCH;
        final long bytes = ThreadUse.bytes();
        final long start = System.nanoTime();
        for (long key = 0; key < third; key++) {
            writer.lookup("customer", key);
        }
        measurements.add(WRITE_MEAN, "ns", (System.nanoTime() - start) / (double) third);
        measurements.add(WRITE_BYTES, "bytes", (ThreadUse.bytes() - bytes) / (double) third);

        final Histogram batches = new Histogram(HIGHEST_NANOS, 3);
        for (int i = 0; i < third; i += BATCH) {
            final long batchStart = System.nanoTime();
            for (int j = i; j < i + BATCH; j++) {
                writer.lookup("customer", (long) j);
            }
            batches.recordValue(System.nanoTime() - batchStart);
        }
        measurements.add(WRITE_BATCH, "ns", batches.getValueAtPercentile(50) / (double) BATCH);

        final Histogram singles = new Histogram(HIGHEST_NANOS, 3);
        for (int i = 2 * third; i < requests; i++) {
            final long singleStart = System.nanoTime();
            writer.lookup("customer", (long) i);
            singles.recordValue(System.nanoTime() - singleStart);
        }
        measurements.add(WRITE_SINGLE, "ns", singles.getValueAtPercentile(50));
        measurements.add(WRITE_P99, "ns", singles.getValueAtPercentile(99));
        measurements.add(WRITE_P9999, "ns", singles.getValueAtPercentile(99.99));
    }

    private void read(QueuePair queues, Measurements measurements) {
        try (RequestReader reader = queues.requestsFromStart()) {
            final Counted counted = new Counted();
            final long bytes = ThreadUse.bytes();
            final long start = System.nanoTime();
            while (counted.requests < requests) {
                reader.poll(counted, chunkLimit);
            }
            measurements.add(READ, "ns", (System.nanoTime() - start) / (double) requests);
            measurements.add(READ_BYTES, "bytes", (ThreadUse.bytes() - bytes) / (double) requests);
        }
    }

    private void loop(QueuePair queues, Measurements measurements) {
        try (InstantLoop loop = new InstantLoop(queues, chunkLimit)) {
            final long bytes = ThreadUse.bytes();
            final long cpu = ThreadUse.cpuNanos();
            final long start = System.nanoTime();
            loop.answer(requests);
            measurements.add(LOOP, "ns", (System.nanoTime() - start) / (double) requests);
            measurements.add(LOOP_CPU, "ns", (ThreadUse.cpuNanos() - cpu) / (double) requests);
            measurements.add(LOOP_BYTES, "bytes", (ThreadUse.bytes() - bytes) / (double) requests);
        }
    }

    private void readResults(GatewayClient client, Measurements measurements) {
        final Asked asked = new Asked();
        final long bytes = ThreadUse.bytes();
        final long start = System.nanoTime();
        client.awaitAll(asked);
        measurements.add(RESULT, "ns", (System.nanoTime() - start) / (double) requests);
        measurements.add(RESULT_BYTES, "bytes", (ThreadUse.bytes() - bytes) / (double) requests);
        if (asked.answers() != requests) {
            throw new IllegalStateException(asked.answers() + " results for " + requests + " requests");
        }
    }

    private static final class Counted implements RequestReceiver {
        private int requests;

        @Override
        public void request(long index, long writtenNanos, RequestFrame request) {
            requests++;
        }

        @Override
        public void undecodable(long index, long writtenNanos, String why) {
            throw new IllegalStateException("Request " + index + " cannot be read: " + why);
        }
    }
}
