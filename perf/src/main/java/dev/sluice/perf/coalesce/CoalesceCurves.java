package dev.sluice.perf.coalesce;

import dev.sluice.perf.baseline.BatchingPool;
import dev.sluice.perf.baseline.DataLoaderBatch;
import dev.sluice.perf.baseline.ThreadForEachCall;
import dev.sluice.perf.coalesce.Trials.Trial;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.report.Curves;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Plot.Axis;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The document's load with one thing varied at a time. */
final class CoalesceCurves {

    private static final int DEFAULT_CHUNK = 100;
    private static final int IN_FLIGHT = 2;

    private final Run run;
    private final Load load;
    private final CoalesceExperiment.Systems systems;
    private final Trials trials;

    CoalesceCurves(Run run, Load load, CoalesceExperiment.Systems systems, Trials trials) {
        this.run = run;
        this.load = load;
        this.systems = systems;
        this.trials = trials;
    }

    /** What is to be measured for one plot, and what that holds open until it is closed. */
    private final class Plan implements AutoCloseable {

        private final String name;
        private final List<Planned> points = new ArrayList<>();
        private final List<Runnable> held = new ArrayList<>();

        Plan(String name) {
            this.name = name;
        }

        void add(String curve, int at, Load asked, Loader loader) {
            final Trial trial = new Trial(curve + ", " + name + " " + (double) at, loader, asked);
            points.add(new Planned(curve, at, trial));
        }

        BatchingPool pool(int workers, int batch) {
            final BatchingPool pool = new BatchingPool(systems.names(), workers, batch);
            held.add(pool::close);
            return pool;
        }

        ThreadForEachCall threads(int threads) {
            final ThreadForEachCall each = new ThreadForEachCall(systems.names(), threads);
            held.add(each::close);
            return each;
        }

        void measure(Findings findings, String title, String file, String x) throws Exception {
            final int repetitions = run.of(CoalesceExperiment.CURVE_REPETITIONS);
            trials.measure(
                    name, repetitions, points.stream().map(Planned::trial).toList());
            final Curves curves =
                    new Curves("coalesce-" + file, title, Axis.log(x), Axis.log("ms until the last answer"));
            points.forEach(point -> curves.add(point.curve, point.at, trials.get(point.trial.name())));
            findings.curves(curves);
        }

        @Override
        public void close() {
            held.forEach(Runnable::run);
        }
    }

    /** A point of a curve, measured by a trial. */
    private record Planned(String curve, double at, Trial trial) {}

    void measure(Findings findings) throws Exception {
        overCallsInFlight(findings);
        overChunks(findings);
        overKeys(findings);
        overDelays(findings);
    }

    private void overCallsInFlight(Findings findings) throws Exception {
        try (Plan plan = new Plan("calls in flight")) {
            for (final int calls : run.of(CoalesceExperiment.CALLS_IN_FLIGHT)) {
                for (final int chunk : List.of(load.requests(), DEFAULT_CHUNK)) {
                    plan.add(
                            "gateway, chunks of " + chunk,
                            calls,
                            load,
                            systems.gateway(GatewaySettings.of(chunk, calls)));
                }
                if (run.full()) {
                    final BatchingPool pool = plan.pool(calls, run.of(CoalesceExperiment.BATCH));
                    plan.add("batching pool, so many workers", calls, load, pool::load);
                }
            }
            plan.measure(findings, "Against calls in flight", "calls", "calls in flight");
        }
    }

    private void overChunks(Findings findings) throws Exception {
        try (Plan plan = new Plan("limit")) {
            for (final int limit : run.of(CoalesceExperiment.CHUNKS)) {
                final GatewaySettings settings = GatewaySettings.of(limit, IN_FLIGHT);
                plan.add("gateway, 2 in flight", limit, load, systems.gateway(settings));
                plan.add("gateway, 2 in flight, cache", limit, load, systems.gateway(settings.cached()));
                final int keys = Math.min(limit, GatewaySettings.CALL_LIMIT);
                final BatchingPool pool = plan.pool(run.of(CoalesceExperiment.WORKERS), keys);
                plan.add("batching pool, keys of a batch", limit, load, pool::load);
                final DataLoaderBatch loader = new DataLoaderBatch(systems.names(), keys);
                plan.add("java-dataloader, keys of a batch", limit, load, loader::load);
            }
            plan.measure(findings, "Against the limit of a chunk", "chunks", "requests in a chunk");
        }
    }

    private void overKeys(Findings findings) throws Exception {
        try (Plan plan = new Plan("keys")) {
            final Map<String, Loader> ways = ways(plan);
            for (final int keys : run.of(CoalesceExperiment.KEY_COUNTS)) {
                ways.forEach((name, loader) -> plan.add(name, keys, load.withKeys(keys), loader));
            }
            final String title = String.format("%,d requests, against how many keys they are for", load.requests());
            plan.measure(findings, title, "keys", "different keys");
        }
    }

    private void overDelays(Findings findings) throws Exception {
        try (Plan plan = new Plan("delay")) {
            final Map<String, Loader> ways = ways(plan);
            for (final int millis : run.of(CoalesceExperiment.DELAYS)) {
                final Load slow = load.with(Load.Delay.around(1_000L * millis));
                ways.forEach((name, loader) -> plan.add(name, millis, slow, loader));
            }
            plan.measure(findings, "Against the time of a call, which varies by half", "delays", "ms a call, mean");
        }
    }

    private Map<String, Loader> ways(Plan plan) {
        final Map<String, Loader> ways = new LinkedHashMap<>();
        ways.put("gateway, 2 in flight", systems.gateway(GatewaySettings.of(load.requests(), IN_FLIGHT)));
        final BatchingPool pool = plan.pool(run.of(CoalesceExperiment.WORKERS), run.of(CoalesceExperiment.BATCH));
        ways.put("batching pool", pool::load);
        ways.put("java-dataloader", new DataLoaderBatch(systems.names(), GatewaySettings.CALL_LIMIT)::load);
        if (run.full()) {
            final int threads = run.of(CoalesceExperiment.THREADS);
            ways.put(threads + " threads", plan.threads(threads)::load);
        }
        return ways;
    }
}
