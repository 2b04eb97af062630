package dev.sluice.perf.coalesce;

import dev.sluice.perf.baseline.BatchingPool;
import dev.sluice.perf.baseline.DataLoaderBatch;
import dev.sluice.perf.baseline.NamesByHand;
import dev.sluice.perf.baseline.ThreadForEachCall;
import dev.sluice.perf.coalesce.Trials.Trial;
import dev.sluice.perf.lab.Experiment;
import dev.sluice.perf.lab.HostedGateways;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Size;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
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

    static final Size<Integer> REQUESTS = Size.count("requests", "3000", "3000", "60", "Requests in each measurement");
    static final Size<Integer> KEYS = Size.count("keys", "300", "300", "6", "How many different keys they ask for");
    static final Size<Load.Delay> DELAY = new Size<>(
            "delay", "10-30", "10-30", "1-3", Load.Delay::parse, "Milliseconds that a call takes, at random");
    static final Size<Integer> THREADS =
            Size.count("threads", "64", "64", "5", "Threads that make a call for each request");
    static final Size<Integer> WORKERS = Size.count("workers", "8", "8", "2", "Workers of the pool that batches");
    static final Size<Integer> BATCH =
            Size.count("batch", "100", "100", "10", "Most keys in a batch of the pool's workers");
    static final Size<Integer> LINGER =
            Size.count("linger", "2", "2", "200", "Milliseconds that the gateway that lingers waits");
    static final Size<List<Integer>> CALLS_IN_FLIGHT =
            Size.counts("calls-in-flight", "1,2,4,8", "1,2,4", "1,3", "Calls in flight in the curve");
    static final Size<List<Integer>> CHUNKS =
            Size.counts("chunks", "30,100,300,1000,3000", "100,300,3000", "7", "Chunk limits in the curve");
    static final Size<List<Integer>> KEY_COUNTS =
            Size.counts("key-counts", "30,100,300,1000,3000", "30,300,3000", "60", "Different keys in the curve");
    static final Size<List<Integer>> DELAYS =
            Size.counts("delays", "2,5,10,20,50", "5,20,50", "2", "Mean milliseconds of a call in the curve");
    static final Size<Integer> WARM_UPS =
            Size.count("warm-ups", "10", "1", "1", "How often each way is tried before, with fewer requests");
    static final Size<Integer> CURVE_REPETITIONS =
            Size.count("curve-repetitions", "5", "1", "1", "How often a point of a curve is measured");

    private static final int DEFAULT_CHUNK = 100;

    @Override
    public String name() {
        return "coalesce";
    }

    @Override
    public String title() {
        return "many requests for few keys of a service whose calls take their time";
    }

    @Override
    public List<Size<?>> sizes() {
        return List.of(
                REQUESTS,
                KEYS,
                DELAY,
                THREADS,
                WORKERS,
                BATCH,
                LINGER,
                CALLS_IN_FLIGHT,
                CHUNKS,
                KEY_COUNTS,
                DELAYS,
                WARM_UPS,
                CURVE_REPETITIONS);
    }

    /** What loaders are made of; each part of the experiment opens its own. */
    record Systems(HostedGateways host, Path directory, URI url, NamesByHand names) {

        Loader gateway(GatewaySettings settings) {
            return new GatewayLoader(settings, this);
        }
    }

    @Override
    public void run(Run run, Findings findings) throws Exception {
        conditions(findings);
        final Load load = new Load(run.of(REQUESTS), run.of(KEYS), run.of(DELAY));
        try (SlowNames.Jvm service = SlowNames.start(run.directory());
                HostedGateways gateways = HostedGateways.start(run.directory(), "")) {
            final Trials trials = new Trials(run, service, gateways);
            final NamesByHand names = new NamesByHand(service.url().resolve("/" + SlowNames.LOOKUP));
            final Systems systems = new Systems(gateways, run.directory(), service.url(), names);
            compare(run, trials, load, systems, findings);
            new CoalesceCurves(run, load, systems, trials).measure(findings);
            findings.add(trials.all());
        }
    }

    /** The document's load, each way beside the first. */
    private static void compare(Run run, Trials trials, Load load, Systems systems, Findings findings)
            throws Exception {
        final Findings.Rows rows = findings.table(
                String.format("%,d requests for %,d keys, calls of %s", load.requests(), load.keys(), load.delay()),
                "way",
                "ms",
                "times as fast",
                "calls",
                "keys asked",
                "calls at once",
                "threads that ask",
                "CPU ms",
                "target ms",
                "document ms");
        try (ThreadForEachCall each = new ThreadForEachCall(systems.names(), run.of(THREADS));
                BatchingPool pool = new BatchingPool(systems.names(), run.of(WORKERS), run.of(BATCH))) {
            final List<Row> all = ways(run, load, systems, each, pool);
            final List<Trial> way = all.stream().map(Row::trial).toList();
            trials.warmUp(run.of(WARM_UPS), way);
            trials.measure("the document's load", run.repetitions(), way);
            final Measurement first = trials.get(way.get(0).name());
            for (final Row row : all) {
                final String name = row.trial.name();
                rows.row(
                        name,
                        trials.get(name),
                        findings.add(first.over(trials.get(name), name + ", times as fast")),
                        counted(trials.get(name + Trials.CALLS)),
                        counted(trials.get(name + Trials.KEYS)),
                        counted(trials.get(name + Trials.AT_ONCE)),
                        row.threads,
                        trials.get(name + Trials.CPU).median(),
                        row.target.isEmpty() ? "" : "at most " + row.target + ", 10 times",
                        row.document);
            }
        }
    }

    /**
     * A row of the table.
     *
     * @param threads that make calls or, where they wait for none, start them
     * @param document the document's figure, or empty
     * @param target of ours, or empty
     */
    private record Row(Trial trial, int threads, String document, String target) {}

    private static List<Row> ways(Run run, Load load, Systems systems, ThreadForEachCall each, BatchingPool pool) {
        final int threads = run.of(THREADS);
        final int workers = run.of(WORKERS);
        final List<Row> rows = new ArrayList<>();
        rows.add(new Row(new Trial(threads + " threads, one call each", each::load, load), threads, "1,000", ""));
        final String pooled = String.format("batching pool, %d workers, %d keys", workers, run.of(BATCH));
        rows.add(new Row(new Trial(pooled, pool::load, load), workers, "250", ""));
        final DataLoaderBatch dataLoader = new DataLoaderBatch(systems.names(), GatewaySettings.CALL_LIMIT);
        rows.add(new Row(new Trial("java-dataloader, one dispatch at the end", dataLoader::load, load), 1, "", ""));
        final GatewaySettings whole = GatewaySettings.of(load.requests(), 1);
        final GatewaySettings chunked = GatewaySettings.of(DEFAULT_CHUNK, 4);
        for (final GatewaySettings settings : List.of(
                whole,
                GatewaySettings.of(load.requests(), 2),
                GatewaySettings.of(load.requests(), 4),
                whole.lingering(Duration.ofMillis(run.of(LINGER))),
                chunked,
                chunked.cached())) {
            final boolean target = settings.chunkLimit() == load.requests() && settings.callsInFlight() > 1;
            final Trial trial = new Trial(settings.named(), systems.gateway(settings), load);
            rows.add(new Row(trial, 1, "", target ? "80" : ""));
        }
        return rows;
    }

    /** Counts are whole numbers. */
    private static String counted(Measurement counts) {
        return counts.min() == counts.max()
                ? String.format("%,d", (long) counts.min())
                : String.format("%,d-%,d", (long) counts.min(), (long) counts.max());
    }

    private static void conditions(Findings findings) {
        findings.condition(
                "service",
                "a JVM of its own: each call takes a time at random, in the same order for all, however many keys it asks"
                        + " (at most %d); no thread waits with it, so any number of calls are under way; it counts calls"
                        + " and keys itself",
                GatewaySettings.CALL_LIMIT);
        findings.condition(
                "requests",
                "the keys in turns, as in the document; new keys for each measurement, so that no cache knows them; time"
                        + " from the first request to the last answer");
        findings.condition(
                "gateway",
                "a JVM of its own, one service thread, no sync; one job thread writes the requests and reads the results"
                        + " in order; 'in flight': calls at a time. It is opened over new queues before each measurement, and asked once");
        findings.condition(
                "baselines",
                "in the job's JVM, all over one java.net.http client with HTTP/1.1 and kept connections; its threads come"
                        + " on top of those that ask, here as in the gateway (a selector and up to four)");
        findings.condition("CPU", "of the job's JVM and the gateways' together, without the service");
        findings.condition("checked", "each requester has the name of its own key, in every measurement");
    }
}
