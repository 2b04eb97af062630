package dev.sluice.perf.coalesce;

import dev.sluice.perf.baseline.NamesByHand;
import dev.sluice.perf.report.Report;
import dev.sluice.perf.run.Experiment;
import dev.sluice.perf.run.Run;
import dev.sluice.perf.system.HostedGateways;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Many requests for few keys of a service whose calls take their time: with a thread for each call, with a pool that
 * batches, with java-dataloader, and through the gateway, whose one thread asks equal keys of a chunk once.
 */
public final class CoalesceExperiment implements Experiment {

    /**
     * How much.
     *
     * @param requests in each measurement
     * @param keys how many different ones they ask for
     * @param delay how long a call takes
     * @param threads of the pool with a call for each request
     * @param workers of the pool that batches
     * @param batch the most keys in a batch of that pool
     * @param linger of the gateway that lingers
     * @param warmUps how often each way is tried before
     */
    record Sizes(
            int requests, int keys, Delay delay, int threads, int workers, int batch, Duration linger, int warmUps) {}

    /**
     * What is varied, and how often each point is measured.
     *
     * @param callsInFlight of the gateway, and workers of the batching pool
     * @param chunks the limits of chunks and batches
     * @param keys how many different ones
     * @param delaysMillis the mean times of a call
     * @param repetitions of each point
     * @param threadsToo whether the pool with a call for each request is in the curves, too
     */
    record Varied(
            List<Integer> callsInFlight,
            List<Integer> chunks,
            List<Integer> keys,
            List<Integer> delaysMillis,
            int repetitions,
            boolean threadsToo) {}

    private final Sizes sizes;
    private final Varied varied;

    CoalesceExperiment(Sizes sizes, Varied varied) {
        this.sizes = sizes;
        this.varied = varied;
    }

    @Override
    public String name() {
        return "coalesce";
    }

    @Override
    public Report run(Run run) throws Exception {
        final Load load = new Load(sizes.requests, sizes.keys, sizes.delay);
        final Path directory = run.newDirectory("coalesce");
        try (SlowService service = SlowService.start(directory);
                HostedGateways gateways = HostedGateways.start(directory)) {
            final Trials trials = new Trials(run, service, gateways);
            final NamesByHand names = new NamesByHand(service.url().resolve("/" + SlowNames.LOOKUP));
            final Systems systems = new Systems(gateways, directory, service.url(), names);
            final CoalesceReport report = new CoalesceReport(sizes, trials);
            report.compare(new MainComparison(sizes, load, systems).measure(run, trials));
            final CoalesceCurves curves = new CoalesceCurves(sizes, varied, load, systems);
            report.add(curves.overCallsInFlight(trials));
            report.add(curves.overChunks(trials));
            report.add(curves.overKeys(trials));
            report.add(curves.overDelays(trials));
            return report.finish(run);
        } finally {
            Run.delete(directory);
        }
    }

    /** What loaders are made of; each part of the experiment opens its own. */
    record Systems(HostedGateways host, Path directory, URI url, NamesByHand names) {

        Loader gateway(GatewaySettings settings) {
            return new GatewayLoader(settings, this);
        }
    }

    /** Closes what loaders hold, the last one first. */
    static final class Held implements AutoCloseable {

        private final List<AutoCloseable> held = new ArrayList<>();

        <T extends AutoCloseable> T add(T one) {
            held.add(one);
            return one;
        }

        @Override
        public void close() {
            for (int i = held.size() - 1; i >= 0; i--) {
                try {
                    held.get(i).close();
                } catch (final Exception e) {
                    throw new IllegalStateException(held.get(i) + " cannot be closed", e);
                }
            }
        }
    }
}
