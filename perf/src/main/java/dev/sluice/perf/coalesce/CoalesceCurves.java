package dev.sluice.perf.coalesce;

import dev.sluice.perf.baseline.BatchingPool;
import dev.sluice.perf.baseline.DataLoaderBatch;
import dev.sluice.perf.baseline.ThreadForEachCall;
import dev.sluice.perf.coalesce.CoalesceExperiment.Held;
import dev.sluice.perf.coalesce.Trials.Trial;
import dev.sluice.perf.report.Curves;
import dev.sluice.perf.report.Plot.Axis;
import java.util.ArrayList;
import java.util.List;

/** The same load with one thing varied at a time. */
final class CoalesceCurves {

    private static final int DEFAULT_CHUNK = 100;
    private static final int IN_FLIGHT = 2;
    private static final Axis MILLIS = Axis.log("ms until the last answer");

    private final CoalesceExperiment.Sizes sizes;
    private final CoalesceExperiment.Varied varied;
    private final Load load;
    private final CoalesceExperiment.Systems systems;

    /** A point of a curve, measured by a trial. */
    private record Planned(String curve, double at, Trial trial) {}

    /** What is to be measured for one plot, and what that holds open. */
    private static final class Plan {

        private final String name;
        private final List<Planned> points = new ArrayList<>();

        Plan(String name) {
            this.name = name;
        }

        void add(String curve, double at, Load load, Loader loader) {
            points.add(new Planned(curve, at, new Trial(curve + ", " + name + " " + at, loader, load)));
        }
    }

    CoalesceCurves(
            CoalesceExperiment.Sizes sizes,
            CoalesceExperiment.Varied varied,
            Load load,
            CoalesceExperiment.Systems systems) {
        this.sizes = sizes;
        this.varied = varied;
        this.load = load;
        this.systems = systems;
    }

    Curves overCallsInFlight(Trials trials) throws Exception {
        final Plan plan = new Plan("calls in flight");
        try (Held held = new Held()) {
            for (final int calls : varied.callsInFlight()) {
                plan.add(
                        "gateway, chunks of " + sizes.requests(),
                        calls,
                        load,
                        systems.gateway(GatewaySettings.of(sizes.requests(), calls)));
                plan.add(
                        "gateway, chunks of " + DEFAULT_CHUNK,
                        calls,
                        load,
                        systems.gateway(GatewaySettings.of(DEFAULT_CHUNK, calls)));
                if (varied.threadsToo()) {
                    final BatchingPool pool = held.add(new BatchingPool(systems.names(), calls, sizes.batch()));
                    plan.add("batching pool, so many workers", calls, load, pool::load);
                }
            }
            return measured(plan, trials, "Against calls in flight", "calls", Axis.log("calls in flight"));
        }
    }

    Curves overChunks(Trials trials) throws Exception {
        final Plan plan = new Plan("limit");
        try (Held held = new Held()) {
            for (final int limit : varied.chunks()) {
                final GatewaySettings settings = GatewaySettings.of(limit, IN_FLIGHT);
                plan.add("gateway, 2 in flight", limit, load, systems.gateway(settings));
                plan.add("gateway, 2 in flight, cache", limit, load, systems.gateway(settings.cached()));
                final int keys = Math.min(limit, GatewaySettings.CALL_LIMIT);
                final BatchingPool pool = held.add(new BatchingPool(systems.names(), sizes.workers(), keys));
                plan.add("batching pool, keys of a batch", limit, load, pool::load);
                plan.add(
                        "java-dataloader, keys of a batch",
                        limit,
                        load,
                        new DataLoaderBatch(systems.names(), keys)::load);
            }
            return measured(plan, trials, "Against the limit of a chunk", "chunks", Axis.log("requests in a chunk"));
        }
    }

    Curves overKeys(Trials trials) throws Exception {
        final Plan plan = new Plan("keys");
        try (Held held = new Held()) {
            final List<Named> ways = ways(held);
            for (final int keys : varied.keys()) {
                ways.forEach(way -> plan.add(way.name, keys, load.withKeys(keys), way.loader));
            }
            return measured(
                    plan,
                    trials,
                    String.format("%,d requests, against how many keys they are for", sizes.requests()),
                    "keys",
                    Axis.log("different keys"));
        }
    }

    Curves overDelays(Trials trials) throws Exception {
        final Plan plan = new Plan("delay");
        try (Held held = new Held()) {
            final List<Named> ways = ways(held);
            for (final int millis : varied.delaysMillis()) {
                final Load slow = load.with(Delay.around(1_000L * millis));
                ways.forEach(way -> plan.add(way.name, millis, slow, way.loader));
            }
            return measured(
                    plan,
                    trials,
                    "Against the time of a call, which varies by half",
                    "delays",
                    Axis.log("ms a call, mean"));
        }
    }

    private record Named(String name, Loader loader) {}

    private List<Named> ways(Held held) {
        final List<Named> ways = new ArrayList<>();
        ways.add(new Named("gateway, 2 in flight", systems.gateway(GatewaySettings.of(sizes.requests(), IN_FLIGHT))));
        final BatchingPool pool = held.add(new BatchingPool(systems.names(), sizes.workers(), sizes.batch()));
        ways.add(new Named("batching pool", pool::load));
        ways.add(new Named("java-dataloader", new DataLoaderBatch(systems.names(), GatewaySettings.CALL_LIMIT)::load));
        if (varied.threadsToo()) {
            final ThreadForEachCall each = held.add(new ThreadForEachCall(systems.names(), sizes.threads()));
            ways.add(new Named(sizes.threads() + " threads", each::load));
        }
        return ways;
    }

    private Curves measured(Plan plan, Trials trials, String title, String file, Axis x) throws Exception {
        trials.measure(
                plan.name,
                varied.repetitions(),
                plan.points.stream().map(Planned::trial).toList());
        final Curves curves = new Curves("coalesce-" + file, title, x, MILLIS);
        for (final Planned point : plan.points) {
            curves.add(point.curve, point.at, trials.get(point.trial.name()));
        }
        return curves;
    }
}
