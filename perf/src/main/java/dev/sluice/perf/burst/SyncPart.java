package dev.sluice.perf.burst;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.QueueOptions.SyncMode;
import dev.sluice.api.Requests;
import dev.sluice.client.GatewayClient;
import dev.sluice.perf.lab.InstantLoop;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Variant;
import dev.sluice.perf.report.Columns;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Transports;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The price of requests and results that survive a power cut, for the job and for the gateway. */
final class SyncPart {

    private static final int WARM_UPS = 1;
    private static final int NEVER = Integer.MAX_VALUE;
    private static final String UNSYNCED = "job: no sync";

    private final Run run;
    private final int requests;
    private final List<Variant> variants = new ArrayList<>();
    /** The variant without syncing, by the name of one with. */
    private final Map<String, String> without = new HashMap<>();

    SyncPart(Run run) {
        this.run = run;
        this.requests = run.of(BurstSizes.SYNCED);
        add(UNSYNCED, UNSYNCED, queues -> written(queues, requests, NEVER));
        add("job: sync() after every 1,000", UNSYNCED, queues -> written(queues, requests, 1_000));
        add("job: sync after each", UNSYNCED, queues -> written(queues, Math.max(1, requests / 50), 1));
        for (final int chunk : List.of(100, 1_000)) {
            final String none = "gateway, sync: none, chunks of " + chunk;
            add(none, none, queues -> answered(queues, chunk, SyncMode.NONE));
            add("gateway, sync: chunk, chunks of " + chunk, none, queues -> answered(queues, chunk, SyncMode.CHUNK));
        }
    }

    private void add(String name, String base, Run.Inside<Double> micros) {
        without.put(name, base);
        variants.add(Variant.of(
                name,
                "us per request",
                () -> run.inNewDirectory("sync", directory -> micros.in(directory.resolve("queues")))));
    }

    /** Microseconds of each request that a job writes. */
    private static double written(Path queues, int count, int syncEvery) {
        try (GatewayClient client = GatewayClient.open(queues)) {
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
    }

    /** Microseconds of each request that a gateway answers. */
    private double answered(Path path, int chunk, SyncMode mode) {
        written(path, requests, NEVER);
        try (Lane queues = Transports.open(path.toString(), QueueOptions.DEFAULTS.withSyncMode(mode));
                InstantLoop loop = new InstantLoop(queues, chunk)) {
            final long start = System.nanoTime();
            loop.answer(requests);
            return (System.nanoTime() - start) / 1e3 / requests;
        }
    }

    void measure(Findings findings) throws Exception {
        final Measurements measured = run.inTurns("", WARM_UPS, variants);
        findings.conditions("""
                sync: %,d lookups in each measurement, a fiftieth where each is synced; the gateway is the component
                  on one thread, with a backend that answers at once
                """, requests);
        findings.table(
                "What surviving a power cut costs",
                measured.all(),
                new Columns<Measurement>()
                        .with("what", Measurement::name)
                        .with("us per request", one -> findings.add("sync", one))
                        .with("time to no sync", one -> {
                            final Measurement base = measured.get(without.get(one.name()));
                            return base.equals(one)
                                    ? ""
                                    : findings.add("sync", one.over(base, one.name() + ": time to none"));
                        }));
    }
}
