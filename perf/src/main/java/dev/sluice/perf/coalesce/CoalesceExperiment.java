package dev.sluice.perf.coalesce;

import dev.sluice.perf.lab.Experiment;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Variant;
import dev.sluice.perf.report.Columns;
import dev.sluice.perf.report.Curves;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Plot.Axis;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Many requests for few keys of a service whose calls take their time: with a thread for each call, with a pool that
 * batches, with java-dataloader, and through the gateway, whose one thread asks equal keys of a chunk once. One thread.
 */
public final class CoalesceExperiment {

    private static final int DEFAULT_CHUNK = 100;
    private static final int WARM_UP_PART = 5;
    /** Calls in flight of the gateway in curves over something else. */
    private static final int IN_FLIGHT = 2;

    private final Run run;
    private final Findings findings;
    private final Loaders loaders;
    private final Load load;
    private final int batch;
    private final Measurements measured = new Measurements();

    private CoalesceExperiment(Run run, Findings findings, Loaders loaders) {
        this.run = run;
        this.findings = findings;
        this.loaders = loaders;
        this.load = new Load(run.of(CoalesceSizes.REQUESTS), run.of(CoalesceSizes.KEYS), run.of(CoalesceSizes.DELAY));
        this.batch = run.of(CoalesceSizes.BATCH);
    }

    public static Experiment experiment() {
        return new Experiment(
                "coalesce",
                "many requests for few keys of a service whose calls take their time",
                CoalesceSizes.ALL,
                CoalesceExperiment::measure);
    }

    private static void measure(Run run, Findings findings) throws Exception {
        conditions(findings);
        try (Loaders loaders = new Loaders(run)) {
            final CoalesceExperiment experiment = new CoalesceExperiment(run, findings, loaders);
            experiment.compare();
            experiment.overCallsInFlight();
            experiment.overChunks();
            experiment.overKeys();
            experiment.overDelays();
            findings.add(experiment.measured.all());
        }
    }

    /**
     * A row of the table.
     *
     * @param threads that make calls or, where they wait for none, start them
     * @param document the document's figure, or empty
     * @param target of ours, or empty
     */
    private record Row(String name, Loader loader, int threads, String document, String target) {}

    /** The document's load, each way beside the first. */
    private void compare() throws Exception {
        final List<Row> rows = rows();
        final Load smaller = load.withRequests(load.requests() / WARM_UP_PART);
        final int warmUps = run.of(CoalesceSizes.WARM_UPS);
        run.inTurns("coalesce, ", warmUps, 0, variants(rows, smaller), new Measurements());
        run.inTurns("coalesce, the document's load, ", 0, run.repetitions(), variants(rows, load), measured);
        final Measurement first = measured.get(rows.get(0).name);
        findings.table(
                String.format("%,d requests for %,d keys, calls of %s", load.requests(), load.keys(), load.delay()),
                rows,
                new Columns<Row>()
                        .with("way", Row::name)
                        .with("ms", row -> measured.get(row.name))
                        .with(
                                "times as fast",
                                row -> findings.add(first.over(measured.get(row.name), row.name + ", times as fast")))
                        .with("calls", row -> counted(row.name + Loaders.CALLS))
                        .with("keys asked", row -> counted(row.name + Loaders.KEYS))
                        .with("calls at once", row -> counted(row.name + Loaders.AT_ONCE))
                        .with("threads that ask", Row::threads)
                        .with(
                                "CPU ms",
                                row -> measured.get(row.name + Loaders.CPU).median())
                        .with("target ms", Row::target)
                        .with("document ms", Row::document));
    }

    private List<Variant> variants(List<Row> rows, Load asked) {
        return rows.stream()
                .map(row -> loaders.variant(row.name, row.loader, asked))
                .toList();
    }

    private List<Row> rows() {
        final int threads = run.of(CoalesceSizes.THREADS);
        final int workers = run.of(CoalesceSizes.WORKERS);
        final int whole = load.requests();
        final String target = "at most 80, 10 times";
        return List.of(
                new Row(threads + " threads, one call each", loaders.threads(threads), threads, "1,000", ""),
                new Row(
                        String.format("batching pool, %d workers, %d keys", workers, batch),
                        loaders.pool(workers, batch),
                        workers,
                        "250",
                        ""),
                new Row("java-dataloader, one dispatch at the end", dataLoader(), 1, "", ""),
                row(loaders.gateway(whole, 1), ""),
                row(loaders.gateway(whole, 2), target),
                row(loaders.gateway(whole, 4), target),
                row(loaders.gateway(whole, 1).lingering(run.of(CoalesceSizes.LINGER)), ""),
                row(loaders.gateway(DEFAULT_CHUNK, 4), ""),
                row(loaders.gateway(DEFAULT_CHUNK, 4).cached(), ""));
    }

    private static Row row(GatewayLoader gateway, String target) {
        return new Row(gateway.named(), gateway, 1, "", target);
    }

    private Loader dataLoader() {
        return loaders.dataLoader(GatewayLoader.CALL_LIMIT);
    }

    /** Counts are whole numbers. */
    private String counted(String name) {
        final Measurement counts = measured.get(name);
        return counts.min() == counts.max()
                ? String.format("%,d", (long) counts.min())
                : String.format("%,d-%,d", (long) counts.min(), (long) counts.max());
    }

    /** The points of curves over one thing that is varied. */
    private final class Sweep {

        private final String varied;
        private final Curves curves;
        private final List<Variant> variants = new ArrayList<>();
        private final List<Runnable> points = new ArrayList<>();

        Sweep(String varied, String file, String title, String x) {
            this.varied = varied;
            this.curves = new Curves("coalesce-" + file, title, Axis.log(x), Axis.log("ms until the last answer"));
        }

        void add(String curve, int at, Load asked, Loader loader) {
            final String name = curve + ", " + varied + " " + (double) at;
            variants.add(loaders.variant(name, loader, asked));
            points.add(() -> curves.add(curve, at, measured.get(name)));
        }

        void measure() throws Exception {
            run.inTurns("coalesce, " + varied + ", ", 0, run.of(CoalesceSizes.CURVE_REPETITIONS), variants, measured);
            points.forEach(Runnable::run);
            findings.curves(curves);
        }
    }

    private void overCallsInFlight() throws Exception {
        final Sweep sweep = new Sweep("calls in flight", "calls", "Against calls in flight", "calls in flight");
        for (final int calls : run.of(CoalesceSizes.CALLS_IN_FLIGHT)) {
            for (final int chunk : List.of(load.requests(), DEFAULT_CHUNK)) {
                sweep.add("gateway, chunks of " + chunk, calls, load, loaders.gateway(chunk, calls));
            }
            if (run.full()) {
                sweep.add("batching pool, so many workers", calls, load, loaders.pool(calls, batch));
            }
        }
        sweep.measure();
    }

    private void overChunks() throws Exception {
        final Sweep sweep = new Sweep("limit", "chunks", "Against the limit of a chunk", "requests in a chunk");
        for (final int limit : run.of(CoalesceSizes.CHUNKS)) {
            final int keys = Math.min(limit, GatewayLoader.CALL_LIMIT);
            sweep.add("gateway, 2 in flight", limit, load, loaders.gateway(limit, IN_FLIGHT));
            sweep.add(
                    "gateway, 2 in flight, cache",
                    limit,
                    load,
                    loaders.gateway(limit, IN_FLIGHT).cached());
            sweep.add("batching pool, keys of a batch", limit, load, loaders.pool(run.of(CoalesceSizes.WORKERS), keys));
            sweep.add("java-dataloader, keys of a batch", limit, load, loaders.dataLoader(keys));
        }
        sweep.measure();
    }

    private void overKeys() throws Exception {
        final Map<String, Loader> ways = ways();
        final String title = String.format("%,d requests, against how many keys they are for", load.requests());
        final Sweep sweep = new Sweep("keys", "keys", title, "different keys");
        for (final int keys : run.of(CoalesceSizes.KEY_COUNTS)) {
            ways.forEach((name, loader) -> sweep.add(name, keys, load.withKeys(keys), loader));
        }
        sweep.measure();
    }

    private void overDelays() throws Exception {
        final Map<String, Loader> ways = ways();
        final Sweep sweep =
                new Sweep("delay", "delays", "Against the time of a call, which varies by half", "ms a call, mean");
        for (final int millis : run.of(CoalesceSizes.DELAYS)) {
            final Load slow = load.with(Load.Delay.around(1_000L * millis));
            ways.forEach((name, loader) -> sweep.add(name, millis, slow, loader));
        }
        sweep.measure();
    }

    private Map<String, Loader> ways() {
        final Map<String, Loader> ways = new LinkedHashMap<>();
        ways.put("gateway, 2 in flight", loaders.gateway(load.requests(), IN_FLIGHT));
        ways.put("batching pool", loaders.pool(run.of(CoalesceSizes.WORKERS), batch));
        ways.put("java-dataloader", dataLoader());
        if (run.full()) {
            final int threads = run.of(CoalesceSizes.THREADS);
            ways.put(threads + " threads", loaders.threads(threads));
        }
        return ways;
    }

    private static void conditions(Findings findings) {
        findings.conditions("""
                service: a JVM of its own: each call takes a time at random, in the same order for all, however many
                  keys it asks (at most %d); no thread waits with it, so any number of calls are under way; it counts
                  calls and keys itself
                requests: the keys in turns, as in the document; new keys for each measurement, so that no cache knows
                  them; time from the first request to the last answer
                gateway: a JVM of its own, one service thread, no sync; one job thread writes the requests and reads
                  the results in order; 'in flight': calls at a time. It is opened over new queues before each
                  measurement, and asked once
                baselines: in the job's JVM, all over one java.net.http client with HTTP/1.1 and kept connections; its
                  threads come on top of those that ask, here as in the gateway (a selector and up to four)
                CPU: of the job's JVM and the gateways' together, without the service
                checked: each requester has the name of its own key, in every measurement
                """, GatewayLoader.CALL_LIMIT);
    }
}
