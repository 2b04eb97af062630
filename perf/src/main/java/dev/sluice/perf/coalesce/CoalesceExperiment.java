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
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;

/**
 * Measures many requests for few keys of a slow service: with a thread for each call, with a batching pool, with java-dataloader,
 * and through the gateway, which looks up equal keys of a chunk once. Not thread-safe.
 */
public final class CoalesceExperiment {

    private static final Sizes SIZES = new Sizes();

    private static final Size<Integer> REQUESTS =
            SIZES.count("requests", "3000", "3000", "60", "Requests in each measurement");
    private static final Size<Integer> KEYS =
            SIZES.count("keys", "300", "300", "6", "Number of different keys requested");
    private static final Size<List<Integer>> DELAY =
            SIZES.counts("delay", "10,30", "10,30", "1,3", "Minimum and maximum random delay of a call, in ms");
    private static final Size<Integer> THREADS =
            SIZES.count("threads", "64", "64", "5", "Threads of the variant with a call for each request");
    private static final Size<Integer> WORKERS =
            SIZES.count("workers", "8", "8", "2", "Workers of the batching pool of coroutines");
    private static final Size<Integer> BATCH =
            SIZES.count("batch", "100", "100", "10", "Maximum number of keys in a batch of the pool");
    private static final Size<List<Integer>> CHUNKS =
            SIZES.counts("chunks", "30,100,300,1000,3000", "100,300,3000", "7", "Chunk limits in the curve");
    private static final Size<Integer> WARM_UPS =
            SIZES.count("warm-ups", "10", "1", "1", "Warm-up rounds of each variant, with fewer requests");

    private static final int SMALL_CHUNK = 100;
    private static final int WARM_UP_PART = 5;
    /** The maximum number of calls that the gateway has in flight for the curve. */
    private static final int IN_FLIGHT = 2;

    private static final String TARGET = "at most 80, 10 times";

    private final Run run;
    private final Findings findings;
    private final Loaders loaders;
    private final int requests;
    private final Measurements measured = new Measurements();

    private CoalesceExperiment(Run run, Findings findings, Loaders loaders) {
        this.run = run;
        this.findings = findings;
        this.loaders = loaders;
        this.requests = run.of(REQUESTS);
        if (requests < run.of(KEYS)) {
            throw new IllegalArgumentException(
                    requests + " requests for " + run.of(KEYS) + " keys: each key needs at least one request");
        }
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
        try (Loaders loaders = new Loaders(run, run.of(KEYS), run.of(DELAY))) {
            final CoalesceExperiment experiment = new CoalesceExperiment(run, findings, loaders);
            experiment.compare();
            experiment.overChunks();
            findings.add(experiment.measured.all());
        }
    }

    /**
     * A row of the table.
     *
     * @param threads the threads that make the calls, or that start them if the calls are asynchronous
     * @param document the figure in a published measurement, which the report calls the document; empty if it has no such figure
     * @param target the value that the gateway should reach; empty if there is none
     */
    private record Row(String name, Callable<Loader> way, int threads, String document, String target) {}

    /** Measures all variants with the document's load, and compares them with the first variant. */
    private void compare() throws Exception {
        final List<Row> rows = rows();
        final int keys = run.of(KEYS);
        final int fewer = Math.max(keys, requests / WARM_UP_PART);
        run.inTurns("coalesce, ", run.of(WARM_UPS), 0, variants(rows, fewer), new Measurements());
        run.inTurns("coalesce, the document's load, ", 0, run.repetitions(), variants(rows, requests), measured);
        final Measurement first = measured.get(rows.get(0).name);
        findings.table(
                String.format("%,d requests for %,d keys, ms of a call: %s", requests, keys, run.of(DELAY)),
                rows,
                new Columns<Row>()
                        .with("variant", Row::name)
                        .with("ms", row -> measured.get(row.name))
                        .with(
                                "times as fast",
                                row -> findings.add(first.over(measured.get(row.name), row.name + ", times as fast")))
                        .with("calls", row -> measured.get(row.name + Loaders.CALLS))
                        .with("keys asked", row -> measured.get(row.name + Loaders.KEYS))
                        .with("calls at once", row -> measured.get(row.name + Loaders.AT_ONCE))
                        .with("calling threads", Row::threads)
                        .with("CPU ms", row -> measured.get(row.name + Loaders.CPU))
                        .with("target ms", Row::target)
                        .with("document ms", Row::document));
    }

    private List<Variant> variants(List<Row> rows, int asked) {
        return rows.stream()
                .map(row -> loaders.variant(row.name, row.way, asked))
                .toList();
    }

    private List<Row> rows() {
        final int threads = run.of(THREADS);
        final int workers = run.of(WORKERS);
        final int batch = run.of(BATCH);
        return List.of(
                new Row(threads + " threads, one call each", loaders.threads(threads), threads, "1,000", ""),
                new Row(
                        String.format("batching pool, %d workers, %d keys", workers, batch),
                        loaders.pool(workers, batch),
                        workers,
                        "250",
                        ""),
                new Row("java-dataloader, one dispatch at the end", loaders.dataLoader(Loaders.CALL_LIMIT), 1, "", ""),
                gateway(requests, 2, false, TARGET),
                gateway(requests, 4, false, TARGET),
                gateway(SMALL_CHUNK, 4, false, ""),
                gateway(SMALL_CHUNK, 4, true, ""));
    }

    private Row gateway(int chunk, int callsInFlight, boolean cached, String target) {
        final String name = String.format("gateway, chunks of %,d, %d in flight", chunk, callsInFlight);
        return new Row(cached ? name + ", cache" : name, loaders.gateway(chunk, callsInFlight, cached), 1, "", target);
    }

    private void overChunks() throws Exception {
        final List<Integer> limits = run.of(CHUNKS);
        final Set<String> ways = new LinkedHashSet<>();
        final List<Variant> variants = new ArrayList<>();
        for (final int limit : limits) {
            curves(limit).forEach((way, opening) -> {
                ways.add(way);
                variants.add(loaders.variant(named(way, limit), opening, requests));
            });
        }
        run.inTurns("coalesce, limit, ", 0, run.repetitions(), variants, measured);
        final String title = "Against the limit of a chunk";
        final String y = "ms until the last answer";
        final Curves curves = new Curves("coalesce-chunks", title, Axis.log("requests in a chunk"), Axis.log(y));
        final Columns<Integer> columns = new Columns<Integer>().with("requests in a chunk", limit -> limit);
        for (final String way : ways) {
            columns.with(way, limit -> measured.get(named(way, limit)));
            limits.forEach(limit -> curves.add(way, limit, measured.get(named(way, limit))));
        }
        findings.table(title + ": " + y, limits, columns);
        findings.plot(curves);
    }

    /** Returns the variants that are plotted as curves, by the names of the curves. */
    private Map<String, Callable<Loader>> curves(int limit) {
        final int keys = Math.min(limit, Loaders.CALL_LIMIT);
        final Map<String, Callable<Loader>> curves = new LinkedHashMap<>();
        curves.put("gateway, 2 in flight", loaders.gateway(limit, IN_FLIGHT, false));
        curves.put("gateway, 2 in flight, cache", loaders.gateway(limit, IN_FLIGHT, true));
        curves.put("batching pool, keys of a batch", loaders.pool(run.of(WORKERS), keys));
        curves.put("java-dataloader, keys of a batch", loaders.dataLoader(keys));
        return curves;
    }

    private static String named(String way, int limit) {
        return way + ", limit " + (double) limit;
    }

    private static void conditions(Findings findings) {
        findings.conditions("""
                service: runs in a separate JVM and counts calls and keys; each call takes a random time, whatever its
                  number of keys (at most %d); all variants get the same sequence of random times; no thread waits during a
                  call, so any number of calls can be in flight
                requests: for the keys in turn, as in the document; each measurement has new keys, which no cache knows; the
                  time runs from the first request to the last answer
                gateway: a separate JVM with one service thread, without sync; one job thread writes the requests and reads
                  the results in order; 'in flight' is the maximum number of calls at a time; before each measurement it is
                  opened on new queues and makes one lookup
                baselines: run in the job's JVM and share one java.net.http client with HTTP/1.1 and reused connections; the
                  threads of the client (a selector and up to four) are not included in the calling threads, nor are those
                  in the gateway
                CPU: of the JVMs of the job and of the gateways together, without the service
                checked: in every measurement each requester must get the name of its own key
                """, Loaders.CALL_LIMIT);
    }
}
