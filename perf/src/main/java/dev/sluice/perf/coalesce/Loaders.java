package dev.sluice.perf.coalesce;

import dev.sluice.api.Requests;
import dev.sluice.perf.baseline.BatchingPool;
import dev.sluice.perf.baseline.DataLoaderBatch;
import dev.sluice.perf.baseline.NamesByHand;
import dev.sluice.perf.baseline.ThreadForEachCall;
import dev.sluice.perf.lab.HostedGateways;
import dev.sluice.perf.lab.Opened;
import dev.sluice.perf.lab.ProcessUse;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.ServerJvm;
import dev.sluice.perf.lab.Service;
import dev.sluice.perf.lab.Variant;
import dev.sluice.perf.load.InOrder;
import dev.sluice.testsupport.GatewayYaml;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;

/**
 * Opens and measures the variants. A variant looks up names by key for requesters that do not know of each other, and each
 * requester must get the name of its own key. Each measurement uses new keys, which no cache knows. Not thread-safe.
 */
final class Loaders implements AutoCloseable {

    static final String CALLS = ", calls";
    static final String KEYS = ", keys asked";
    static final String AT_ONCE = ", calls at once";
    static final String CPU = ", CPU";

    /** The maximum number of keys in a call, for every variant without a smaller limit. */
    static final int CALL_LIMIT = 1_000;

    private static final long[] FIRST_KEY = {0};
    private static final int CACHED = 100_000;

    private final Run run;
    private final ServerJvm service;
    private final HostedGateways gateways;
    private final NamesByHand names;
    private final Opened opened = new Opened();
    private final int keys;
    private final List<Integer> delay;
    private long nextKey = 1;

    /**
     * Starts the service and a JVM for gateways.
     *
     * @param keys the number of different keys in each measurement
     * @param delay the minimum and maximum delay of a call in milliseconds
     */
    Loaders(Run run, int keys, List<Integer> delay) throws Exception {
        this.run = run;
        this.keys = keys;
        this.delay = delay;
        this.service = opened.add(SlowNames.start(run.directory()));
        this.gateways = opened.add(HostedGateways.start(run.directory()));
        this.names = new NamesByHand(service.url().resolve("/" + SlowNames.LOOKUP));
    }

    /** A variant that is open for a measurement. */
    @FunctionalInterface
    interface Loader extends AutoCloseable {

        /** Returns the names for the keys, in the order of the keys. */
        List<String> load(long[] keys) throws Exception;

        @Override
        default void close() {}
    }

    /**
     * Returns a variant that opens a gateway on new queues for each measurement, and looks up one key to warm it up.
     *
     * @param cached whether the gateway caches answers
     */
    Callable<Loader> gateway(int chunkLimit, int callsInFlight, boolean cached) {
        final String lookup = "lookups." + SlowNames.LOOKUP;
        final GatewayYaml yaml = new GatewayYaml("coalesce")
                .with("chunk.limit", chunkLimit)
                .with("services.slow.url", service.url())
                .with("services.slow.callsInFlight", callsInFlight)
                .with(lookup + ".service", "slow")
                .with(lookup + ".types", List.of("long"))
                .with(lookup + ".request.limit", CALL_LIMIT);
        if (cached) {
            yaml.with(lookup + ".cache.entries", CACHED);
        }
        return () -> {
            final ThroughGateway open = new ThroughGateway(gateways.open(run.newDirectory("gateway"), yaml));
            open.load(FIRST_KEY);
            return open;
        };
    }

    /** Writes all requests on one thread, and then reads their results. */
    private record ThroughGateway(Service gateway) implements Loader {

        @Override
        public List<String> load(long[] keys) {
            final Requests requests = gateway.client().requests();
            final InOrder<String> names =
                    new InOrder<>(requests, rows -> rows.only().getString("name"));
            for (final long key : keys) {
                requests.lookup(SlowNames.LOOKUP, key);
            }
            gateway.await(names);
            return names.results();
        }

        @Override
        public void close() {
            gateway.close();
        }
    }

    Callable<Loader> pool(int workers, int batch) {
        final BatchingPool pool = opened.add(new BatchingPool(names, workers, batch));
        return () -> pool::load;
    }

    Callable<Loader> threads(int threads) {
        final ThreadForEachCall calls = opened.add(new ThreadForEachCall(names, threads));
        return () -> calls::load;
    }

    Callable<Loader> dataLoader(int batchLimit) {
        final DataLoaderBatch batch = new DataLoaderBatch(names, batchLimit);
        return () -> batch::load;
    }

    /** Returns a variant that requests the keys in turn. In each repetition the service has other random delays. */
    Variant variant(String name, Callable<Loader> opening, int requests) {
        final AtomicInteger repetition = new AtomicInteger();
        return new Variant(name, figures -> {
            try (Loader loader = opening.call()) {
                SlowNames.begin(service, delay, run.seed() + repetition.incrementAndGet());
                final long first = nextKey;
                nextKey += keys;
                final long[] asked = LongStream.range(0, requests)
                        .map(number -> first + number % keys)
                        .toArray();
                final long cpu = cpuNanos();
                final long start = System.nanoTime();
                final List<String> found = loader.load(asked);
                final long took = System.nanoTime() - start;
                final long used = cpuNanos() - cpu;
                check(name, asked, found);
                final SlowNames.Counts counts = SlowNames.counts(service);
                figures.add("", "ms", took / 1e6);
                figures.add(CALLS, "calls", counts.calls());
                figures.add(KEYS, "keys", counts.keys());
                figures.add(AT_ONCE, "calls", counts.mostAtOnce());
                figures.add(CPU, "ms", used / 1e6);
            }
        });
    }

    private long cpuNanos() throws Exception {
        return ProcessUse.now().plus(gateways.use()).cpuNanos();
    }

    private static void check(String variant, long[] keys, List<String> names) {
        if (names.size() != keys.length) {
            throw new IllegalStateException(variant + ": " + names.size() + " answers to " + keys.length + " requests");
        }
        for (int i = 0; i < keys.length; i++) {
            if (!SlowNames.name(keys[i]).equals(names.get(i))) {
                throw new IllegalStateException(
                        variant + " answered request " + i + " for key " + keys[i] + " with: " + names.get(i));
            }
        }
    }

    @Override
    public void close() {
        opened.close();
    }
}
