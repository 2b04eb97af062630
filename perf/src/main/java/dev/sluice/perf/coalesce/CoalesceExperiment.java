package dev.sluice.perf.coalesce;

import dev.sluice.perf.coalesce.Loaders.Loader;
import dev.sluice.perf.lab.Experiment;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Size;
import dev.sluice.perf.lab.Sizes;
import dev.sluice.perf.lab.Variant;
import dev.sluice.perf.report.Columns;
import dev.sluice.perf.report.Curves;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Plot.Axis;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Many requests for few keys of a service whose calls take their time: with a thread for each call, with a pool that
 * batches, with java-dataloader, and through the gateway, whose one thread asks equal keys of a chunk once. One thread.
 */
public final class CoalesceExperiment {

    private static final Sizes SIZES = new Sizes();

    private static final Size<Integer> REQUESTS =
            SIZES.count("requests", "3000", "3000", "60", "Requests in each measurement");
    private static final Size<Integer> KEYS =
            SIZES.count("keys", "300", "300", "6", "How many different keys they ask for");
    private static final Size<Load.Delay> DELAY =
            SIZES.of("delay", "10-30", "10-30", "1-3", Load.Delay::parse, "Milliseconds that a call takes, at random");
    private static final Size<Integer> THREADS =
            SIZES.count("threads", "64", "64", "5", "Threads that make a call for each request");
    private static final Size<Integer> WORKERS =
            SIZES.count("workers", "8", "8", "2", "Workers of the pool that batches");
    private static final Size<Integer> BATCH =
            SIZES.count("batch", "100", "100", "10", "Most keys in a batch of the pool's workers");
    private static final Size<List<Integer>> CHUNKS =
            SIZES.counts("chunks", "30,100,300,1000,3000", "100,300,3000", "7", "Chunk limits in the curve");
    private static final Size<Integer> WARM_UPS =
            SIZES.count("warm-ups", "10", "1", "1", "How often each way is tried before, with fewer requests");

    private static final int SMALL_CHUNK = 100;
    private static final int WARM_UP_PART = 5;
    /** Calls in flight of the gateway in the curve. */
    private static final int IN_FLIGHT = 2;

    private static final String TARGET = "at most 80, 10 times";

    private final Run run;
    private final Findings findings;
    private final Loaders loaders;
    private final Load load;
    private final Measurements measured = new Measurements();

    private CoalesceExperiment(Run run, Findings findings, Loaders loaders) {
        this.run = run;
        this.findings = findings;
        this.loaders = loaders;
        this.load = new Load(run.of(REQUESTS), run.of(KEYS), run.of(DELAY));
    }

    public static Experiment experiment() {
        return new Experiment(
                "coalesce",
                "many requests for few keys of a service whose calls take their time",
                SIZES,
                CoalesceExperiment::measure);
    }

    private static void measure(Run run, Findings findings) throws Exception {
        conditions(findings);
        try (Loaders loaders = new Loaders(run)) {
            final CoalesceExperiment experiment = new CoalesceExperiment(run, findings, loaders);
            experiment.compare();
            experiment.overChunks();
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
    private record Row(String name, Callable<Loader> way, int threads, String document, String target) {}

    /** The document's load, each way beside the first. */
    private void compare() throws Exception {
        final List<Row> rows = rows();
        final Load smaller = load.withRequests(load.requests() / WARM_UP_PART);
        run.inTurns("coalesce, ", run.of(WARM_UPS), 0, variants(rows, smaller), new Measurements());
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
                        .with("calls", row -> measured.get(row.name + Loaders.CALLS))
                        .with("keys asked", row -> measured.get(row.name + Loaders.KEYS))
                        .with("calls at once", row -> measured.get(row.name + Loaders.AT_ONCE))
                        .with("threads that ask", Row::threads)
                        .with("CPU ms", row -> measured.get(row.name + Loaders.CPU))
                        .with("target ms", Row::target)
                        .with("document ms", Row::document));
    }

    private List<Variant> variants(List<Row> rows, Load asked) {
        return rows.stream()
                .map(row -> loaders.variant(row.name, row.way, asked))
                .toList();
    }

    private List<Row> rows() {
        final int threads = run.of(THREADS);
        final int workers = run.of(WORKERS);
        final int batch = run.of(BATCH);
        final int whole = load.requests();
        return List.of(
                new Row(threads + " threads, one call each", loaders.threads(threads), threads, "1,000", ""),
                new Row(
                        String.format("batching pool, %d workers, %d keys", workers, batch),
                        loaders.pool(workers, batch),
                        workers,
                        "250",
                        ""),
                new Row("java-dataloader, one dispatch at the end", loaders.dataLoader(Loaders.CALL_LIMIT), 1, "", ""),
                new Row(gateway(whole, 2), loaders.gateway(whole, 2), 1, "", TARGET),
                new Row(gateway(whole, 4), loaders.gateway(whole, 4), 1, "", TARGET),
                new Row(gateway(SMALL_CHUNK, 4), loaders.gateway(SMALL_CHUNK, 4), 1, "", ""),
                new Row(gateway(SMALL_CHUNK, 4) + ", cache", loaders.cachingGateway(SMALL_CHUNK, 4), 1, "", ""));
    }

    private static String gateway(int chunk, int callsInFlight) {
        return String.format("gateway, chunks of %,d, %d in flight", chunk, callsInFlight);
    }

    private void overChunks() throws Exception {
        final Curves curves = new Curves(
                "coalesce-chunks",
                "Against the limit of a chunk",
                Axis.log("requests in a chunk"),
                Axis.log("ms until the last answer"));
        final List<Variant> variants = new ArrayList<>();
        final List<Runnable> points = new ArrayList<>();
        for (final int limit : run.of(CHUNKS)) {
            final int keys = Math.min(limit, Loaders.CALL_LIMIT);
            final List<Row> rows = List.of(
                    row("gateway, 2 in flight", loaders.gateway(limit, IN_FLIGHT)),
                    row("gateway, 2 in flight, cache", loaders.cachingGateway(limit, IN_FLIGHT)),
                    row("batching pool, keys of a batch", loaders.pool(run.of(WORKERS), keys)),
                    row("java-dataloader, keys of a batch", loaders.dataLoader(keys)));
            for (final Row row : rows) {
                final String name = row.name + ", limit " + (double) limit;
                variants.add(loaders.variant(name, row.way, load));
                points.add(() -> curves.add(row.name, limit, measured.get(name)));
            }
        }
        run.inTurns("coalesce, limit, ", 0, run.repetitions(), variants, measured);
        points.forEach(Runnable::run);
        findings.curves(curves);
    }

    private static Row row(String curve, Callable<Loader> way) {
        return new Row(curve, way, 1, "", "");
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
                """, Loaders.CALL_LIMIT);
    }
}
