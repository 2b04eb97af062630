package dev.sluice.perf.burst;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.QueueOptions.SyncMode;
import dev.sluice.api.Requests;
import dev.sluice.client.GatewayClient;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.perf.lab.InstantLoop;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What it costs that requests and results survive a power cut, for the job and for the gateway. */
final class SyncPart {

    private static final int WARM_UPS = 1;
    private static final int JOBS_CHUNK = 1_000;
    private static final List<Integer> CHUNKS = List.of(100, 1_000);
    private static final String UNSYNCED = "job: no sync";

    private final Run run;
    private final int requests;

    SyncPart(Run run) {
        this.run = run;
        this.requests = run.of(BurstExperiment.SYNCED);
    }

    void measure(Findings findings) throws Exception {
        final Map<String, Run.Variant> variants = new LinkedHashMap<>();
        final Map<String, String> without = new LinkedHashMap<>();
        variants.put(UNSYNCED, () -> onNewQueues((client, queues) -> write(client, requests, Integer.MAX_VALUE)));
        final String inChunks = "job: sync() after every 1,000";
        variants.put(inChunks, () -> onNewQueues((client, queues) -> write(client, requests, JOBS_CHUNK)));
        final String each = "job: sync after each";
        variants.put(each, () -> onNewQueues((client, queues) -> write(client, Math.max(1, requests / 50), 1)));
        without.put(inChunks, UNSYNCED);
        without.put(each, UNSYNCED);
        for (final int chunk : CHUNKS) {
            final String none = "gateway, sync: none, chunks of " + chunk;
            final String synced = "gateway, sync: chunk, chunks of " + chunk;
            variants.put(none, () -> onNewQueues((client, queues) -> answer(client, queues, chunk, SyncMode.NONE)));
            variants.put(synced, () -> onNewQueues((client, queues) -> answer(client, queues, chunk, SyncMode.CHUNK)));
            without.put(synced, none);
        }
        final Measurements measured = run.inTurns("us per request", WARM_UPS, variants);
        findings.condition(
                "sync",
                "%,d lookups in each measurement, a fiftieth where each is synced; the gateway is the component on one"
                        + " thread, with a backend that answers at once",
                requests);
        final Findings.Rows rows =
                findings.table("What surviving a power cut costs", "what", "us per request", "time to no sync");
        for (final Measurement one : measured.all()) {
            findings.add("sync", one);
            final String base = without.get(one.name());
            rows.row(
                    one.name(),
                    one,
                    base == null
                            ? ""
                            : findings.add("sync", one.over(measured.get(base), one.name() + ": time to none")));
        }
    }

    /** Microseconds for each request on queues that are empty before. */
    private interface Timed {
        double micros(GatewayClient client, Path queues);
    }

    private double onNewQueues(Timed timed) throws Exception {
        final Path directory = run.newDirectory("sync");
        final Path queues = directory.resolve("queues");
        try (GatewayClient client = GatewayClient.open(queues)) {
            return timed.micros(client, queues);
        } finally {
            Run.delete(directory);
        }
    }

    private static double write(GatewayClient client, int count, int syncEvery) {
        final Requests writer = client.requests();
        final long start = System.nanoTime();
        for (int i = 1; i <= count; i++) {
            writer.lookup("customer", (long) i);
            if (i % syncEvery == 0) {
                writer.sync();
            }
        }
        return (System.nanoTime() - start) / 1e3 / count;
    }

    private double answer(GatewayClient client, Path path, int chunk, SyncMode mode) {
        write(client, requests, Integer.MAX_VALUE);
        try (QueuePair queues = QueuePair.open(path, QueueOptions.DEFAULTS.withSyncMode(mode));
                InstantLoop loop = new InstantLoop(queues, chunk)) {
            final long start = System.nanoTime();
            loop.answer(requests);
            return (System.nanoTime() - start) / 1e3 / requests;
        }
    }
}
