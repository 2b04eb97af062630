package dev.sluice.perf.coalesce;

import com.sun.management.OperatingSystemMXBean;
import dev.sluice.perf.baseline.BatchingPool;
import dev.sluice.perf.baseline.DataLoaderBatch;
import dev.sluice.perf.baseline.NamesByHand;
import dev.sluice.perf.baseline.ThreadForEachCall;
import dev.sluice.perf.lab.HostedGateways;
import dev.sluice.perf.lab.Opened;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.ServerJvm;
import dev.sluice.perf.lab.Variant;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ways to get names by key, for requesters who know nothing of each other, as variants to be measured: each requester must
 * get the name of its own key, and the keys of each time are new ones, so that no cache knows them. Closes what it has
 * opened. One thread.
 */
final class Loaders implements AutoCloseable {

    static final String CALLS = ", calls";
    static final String KEYS = ", keys asked";
    static final String AT_ONCE = ", calls at once";
    static final String CPU = ", CPU";

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final Run run;
    private final ServerJvm service;
    private final HostedGateways gateways;
    private final NamesByHand names;
    private final Opened opened = new Opened();
    private long nextKey = 1;

    /** Starts the service and a JVM for gateways. */
    Loaders(Run run) throws Exception {
        this.run = run;
        this.service = opened.add(SlowNames.start(run.directory()));
        this.gateways = opened.add(HostedGateways.start(run.directory(), ""));
        this.names = new NamesByHand(service.url().resolve("/" + SlowNames.LOOKUP));
    }

    GatewayLoader gateway(int chunkLimit, int callsInFlight) {
        return GatewayLoader.of(gateways, run.directory(), service.url(), chunkLimit, callsInFlight);
    }

    Loader pool(int workers, int batch) {
        return opened.add(new BatchingPool(names, workers, batch))::load;
    }

    Loader threads(int threads) {
        return opened.add(new ThreadForEachCall(names, threads))::load;
    }

    Loader dataLoader(int batchLimit) {
        return new DataLoaderBatch(names, batchLimit)::load;
    }

    /** The loader with what is asked of it; calls take other times in each repetition. */
    Variant variant(String name, Loader loader, Load load) {
        final AtomicInteger repetition = new AtomicInteger();
        return new Variant(name, figures -> {
            loader.open();
            SlowNames.begin(service, load.delay(), run.seed() + repetition.incrementAndGet());
            final long[] keys = load.keysFrom(nextKey);
            nextKey += load.keys();
            final long cpu = cpuNanos();
            final long start = System.nanoTime();
            final List<String> found = loader.load(keys);
            final long took = System.nanoTime() - start;
            final long used = cpuNanos() - cpu;
            check(name, keys, found);
            final SlowNames.Counts counts = SlowNames.counts(service);
            loader.close();
            figures.add("", "ms", took / 1e6);
            figures.add(CALLS, "calls", counts.calls());
            figures.add(KEYS, "keys", counts.keys());
            figures.add(AT_ONCE, "calls", counts.mostAtOnce());
            figures.add(CPU, "ms", used / 1e6);
        });
    }

    private long cpuNanos() throws Exception {
        return SYSTEM.getProcessCpuTime() + gateways.use().cpuNanos();
    }

    private static void check(String variant, long[] keys, List<String> names) {
        if (names.size() != keys.length) {
            throw new IllegalStateException(variant + " gave " + names.size() + " answers to " + keys.length);
        }
        for (int i = 0; i < keys.length; i++) {
            if (!SlowNames.name(keys[i]).equals(names.get(i))) {
                throw new IllegalStateException(
                        variant + " answered request " + i + ", for " + keys[i] + ", with: " + names.get(i));
            }
        }
    }

    @Override
    public void close() {
        opened.close();
    }
}
