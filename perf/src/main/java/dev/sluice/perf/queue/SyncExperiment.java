package dev.sluice.perf.queue;

import dev.sluice.api.NumberedRequests;
import dev.sluice.client.GatewayClient;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Report;
import dev.sluice.perf.report.Table;
import dev.sluice.perf.run.Experiment;
import dev.sluice.perf.run.Run;
import dev.sluice.perf.system.InstantBackend;
import dev.sluice.queue.GatewayLock;
import dev.sluice.queue.QueueOptions;
import dev.sluice.queue.QueuePair;
import dev.sluice.queue.SyncMode;
import dev.sluice.service.Gateway;
import dev.sluice.service.GatewaySettings;
import dev.sluice.service.QueueSink;
import dev.sluice.service.QueueSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What it costs that requests and results survive a power cut, for the job and for the gateway. */
public final class SyncExperiment implements Experiment {

    private static final int WARM_UPS = 1;
    private static final String UNIT = "us per request";
    private static final int JOBS_CHUNK = 1_000;

    private final int requests;
    private final List<Integer> chunks;

    /**
     * @param requests in each measurement; a fiftieth of them where each is synced
     * @param chunks the chunk limits of the gateway to measure
     */
    public SyncExperiment(int requests, List<Integer> chunks) {
        this.requests = requests;
        this.chunks = List.copyOf(chunks);
    }

    @Override
    public String name() {
        return "sync";
    }

    @Override
    public Report run(Run run) throws Exception {
        final Map<String, Run.Variant> variants = new LinkedHashMap<>();
        final Map<String, String> without = new LinkedHashMap<>();
        variants.put("job: no sync", () -> job(run, requests, Integer.MAX_VALUE));
        variants.put("job: sync() behind every 1,000", () -> job(run, requests, JOBS_CHUNK));
        variants.put("job: sync behind each", () -> job(run, requests / 50, 1));
        without.put("job: sync() behind every 1,000", "job: no sync");
        without.put("job: sync behind each", "job: no sync");
        for (final int chunk : chunks) {
            final String none = "gateway, sync: none, chunks of " + chunk;
            final String synced = "gateway, sync: chunk, chunks of " + chunk;
            variants.put(none, () -> gateway(run, chunk, SyncMode.NONE));
            variants.put(synced, () -> gateway(run, chunk, SyncMode.CHUNK));
            without.put(synced, none);
        }
        return report(run, run.inTurns(UNIT, WARM_UPS, variants), without);
    }

    private double job(Run run, int count, int syncEvery) throws Exception {
        final Path directory = run.newDirectory("sync");
        try (GatewayClient client = GatewayClient.open(directory.resolve("queues"))) {
            return write(client.requests(), count, syncEvery);
        } finally {
            Run.delete(directory);
        }
    }

    private static double write(NumberedRequests writer, int count, int syncEvery) {
        final long start = System.nanoTime();
        for (int i = 1; i <= count; i++) {
            writer.lookup("customer", (long) i);
            if (i % syncEvery == 0) {
                writer.sync();
            }
        }
        return (System.nanoTime() - start) / 1e3 / count;
    }

    private double gateway(Run run, int chunk, SyncMode mode) throws Exception {
        final Path directory = run.newDirectory("sync");
        final Path path = directory.resolve("queues");
        try (GatewayClient client = GatewayClient.open(path)) {
            write(client.requests(), requests, requests);
            try (QueuePair queues = QueuePair.open(path, QueueOptions.DEFAULTS.withSyncMode(mode));
                    GatewayLock lock = queues.lockForGateway();
                    QueueSource source = new QueueSource(queues, queues.requestsFromStart());
                    QueueSink sink = new QueueSink(queues.resultWriter(lock, Optional.empty()), Optional.empty());
                    InstantBackend backend = new InstantBackend()) {
                return drain(new Gateway(
                        new GatewaySettings("perf", chunk, 0),
                        source,
                        sink,
                        backend,
                        List.of(backend),
                        () -> System.currentTimeMillis() * 1_000_000));
            }
        } finally {
            Run.delete(directory);
        }
    }

    private double drain(Gateway gateway) {
        final long start = System.nanoTime();
        while (gateway.counts().written() < requests) {
            gateway.doWork(System.nanoTime());
        }
        return (System.nanoTime() - start) / 1e3 / requests;
    }

    private Report report(Run run, Measurements measured, Map<String, String> without) {
        final Map<String, String> conditions = run.conditions();
        conditions.put(
                "sizes", String.format("%,d lookups in each measurement; a fiftieth where each is synced", requests));
        conditions.put("gateway", "the component on one thread, with a backend that answers at once");
        final List<Measurement> all = new ArrayList<>(measured.all());
        final List<List<String>> rows = new ArrayList<>();
        for (final Measurement one : measured.all()) {
            final Optional<Measurement> ratio = Optional.ofNullable(without.get(one.name()))
                    .map(base -> one.over(measured.get(base), one.name() + " to none"));
            ratio.ifPresent(all::add);
            rows.add(List.of(
                    one.name(), one.shown(), ratio.map(Measurement::shown).orElse("")));
        }
        return new Report(
                name(),
                "what surviving a power cut costs",
                conditions,
                List.of(new Table("Microseconds per request", List.of("what", UNIT, "time to no sync"), rows)),
                all);
    }
}
