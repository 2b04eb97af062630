package dev.sluice.perf.tier;

import dev.sluice.perf.baseline.MathByHand;
import dev.sluice.perf.lab.Experiment;
import dev.sluice.perf.lab.HostedGateways;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.ServerJvm;
import dev.sluice.perf.lab.Size;
import dev.sluice.perf.lab.Variant;
import dev.sluice.perf.report.Curves;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Plot.Axis;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A cheap and a dear function in process, behind REST with one call for each request and with chunks, and through a
 * gateway: how much of the time is work, and what of the rest chunking can take away. One thread.
 */
public final class TierExperiment {

    /** In one call no more than that, in numbers: chunks of long lists are smaller. */
    private static final int MOST_NUMBERS = 100_000;

    private static final int LEAST_LISTS = 10;

    private final Run run;
    private final ServerJvm service;
    private final HostedGateways gateways;
    private final MathByHand byHand;
    private final Measurements measured = new Measurements();

    private TierExperiment(Run run, ServerJvm service, HostedGateways gateways) {
        this.run = run;
        this.service = service;
        this.gateways = gateways;
        this.byHand = new MathByHand(service.url());
    }

    public static Experiment experiment() {
        return new Experiment(
                "tier",
                "a cheap and a dear function: in process, behind REST, and through the gateway",
                TierSizes.ALL,
                TierExperiment::measure);
    }

    private static void measure(Run run, Findings findings) throws Exception {
        conditions(run, findings);
        try (ServerJvm service = MathService.start(run.directory());
                HostedGateways gateways = HostedGateways.start(run.directory(), "")) {
            final TierExperiment experiment = new TierExperiment(run, service, gateways);
            final Map<Function, List<String>> ways = experiment.compare();
            final TierTables tables = new TierTables(run, experiment.measured, findings);
            ways.forEach(tables::compare);
            tables.bytes();
            tables.chunking();
            findings.curves(experiment.overChunks());
            findings.curves(experiment.overCounts());
            final int warmUps = run.kind() == Size.Kind.SMOKE ? 0 : OwnCost.WARM_UPS;
            run.inTurns("tier, ", warmUps, run.repetitions(), OwnCost.variants(run), experiment.measured);
            tables.ownCost();
            findings.add(experiment.measured.all());
        }
    }

    private int lists(Function function) {
        return run.of(function == Function.ADD ? TierSizes.ADDS : TierSizes.FITS);
    }

    private Way gateway(Function function, int chunk, int callsInFlight) {
        final Numbers first = Numbers.random(function, 1, function.leastNumbers(), run.seed());
        return new ThroughGateway(gateways, run.directory(), service.url(), chunk, callsInFlight, first);
    }

    /** Measures all ways with the document's functions; returns their names. */
    private Map<Function, List<String>> compare() throws Exception {
        final Map<Function, List<String>> shown = new LinkedHashMap<>();
        final List<Variant> all = new ArrayList<>();
        for (final Function function : Function.values()) {
            final Numbers numbers = Numbers.random(function, lists(function), run.of(TierSizes.NUMBERS), run.seed());
            final Map<String, Way> compared = new LinkedHashMap<>();
            compared.put(Way.IN_PROCESS, new Way.InProcess());
            compared.put(Way.SINGLE, new Way.ByHand(byHand, 0));
            run.of(TierSizes.CHUNKS).stream()
                    .filter(chunk -> chunk > 1)
                    .forEach(chunk -> compared.put(Way.byHand(chunk), new Way.ByHand(byHand, chunk)));
            run.of(TierSizes.CHUNKS).forEach(chunk -> compared.put(Way.gateway(chunk), gateway(function, chunk, 1)));
            final int most = TierSizes.mostInCall(run);
            compared.put(Way.gateway(most) + ", 2 in flight", gateway(function, most, 2));
            compared.forEach((name, way) -> all.add(Parts.variant(Way.named(function, name), way, numbers, service)));
            shown.put(function, List.copyOf(compared.keySet()));
        }
        run.inTurns("tier, the document's functions, ", run.of(TierSizes.WARM_UPS), run.repetitions(), all, measured);
        return shown;
    }

    /** From what was measured already. */
    private Curves overChunks() {
        final Curves curves = new Curves(
                "tier-chunks",
                String.format("Lists of %,d numbers, against the chunk", run.of(TierSizes.NUMBERS)),
                Axis.log("requests in a chunk"),
                Axis.log("us a request"));
        for (final Function function : Function.values()) {
            for (final int chunk : run.of(TierSizes.CHUNKS)) {
                final String byHandName = Way.named(function, chunk == 1 ? Way.SINGLE : Way.byHand(chunk));
                curves.add(function.title() + ", by hand", chunk, measured.get(byHandName));
                curves.add(
                        function.title() + ", gateway", chunk, measured.get(Way.named(function, Way.gateway(chunk))));
            }
        }
        return curves;
    }

    private Curves overCounts() throws Exception {
        final List<Variant> all = new ArrayList<>();
        final List<Runnable> points = new ArrayList<>();
        final Curves curves = new Curves(
                "tier-work",
                "Share of work in the time of a request, against the length of its list",
                Axis.log("numbers in a list"),
                Axis.linear("% of the time is work"));
        for (final Function function : Function.values()) {
            for (final int count : run.of(TierSizes.COUNTS)) {
                if (count < function.leastNumbers()) {
                    continue;
                }
                final int chunk = Math.max(1, Math.min(TierSizes.mostInCall(run), MOST_NUMBERS / count));
                final int wanted = lists(function);
                final int lists = Math.max(Math.min(wanted, LEAST_LISTS), (int)
                        Math.min(wanted, (long) wanted * run.of(TierSizes.NUMBERS) / count));
                final Numbers numbers = Numbers.random(function, lists, count, run.seed());
                final Map<String, Way> ways = new LinkedHashMap<>();
                ways.put(Way.SINGLE, new Way.ByHand(byHand, 0));
                ways.put("gateway", gateway(function, chunk, 1));
                ways.forEach((name, way) -> {
                    final String curve = Way.named(function, name);
                    final Variant variant = Parts.variant(curve + ", " + count + " numbers", way, numbers, service);
                    all.add(variant);
                    points.add(() -> curves.add(curve, count, measured.get(variant.name() + Parts.WORK_SHARE)));
                });
            }
        }
        run.inTurns("tier, numbers, ", 0, run.of(TierSizes.CURVE_REPETITIONS), all, measured);
        points.forEach(Runnable::run);
        return curves;
    }

    private static void conditions(Run run, Findings findings) {
        findings.conditions("""
                service: a JVM of its own: the JDK's HTTP server and Jackson; one list in a call, or many by the
                  default contract
                functions: a sum; PolynomialCurveFitter of commons-math3, order 10, the same library on both sides
                sizes: %,d lists of %,d random numbers to add, %,d to fit, no two alike
                by hand: java.net.http with HTTP/1.1, a kept connection, one call at a time; Jackson's streams
                gateway: a JVM of its own, opened over new queues before each measurement; one call in flight where
                  nothing else is said, so that parts add up; from the first request written to the last result read
                parts: work and the service's parsing and writing are timed in the service, by the clock, in each
                  call; the caller's where it writes and parses; for the gateway the same bytes are written and parsed
                  once more beside it with its settings; transport is the rest: HTTP, loopback, queues, waiting; with
                  more calls in flight parts overlap and are not told apart
                checked: every result equal to that in process, to the last bit, in order
                """, run.of(TierSizes.ADDS), run.of(TierSizes.NUMBERS), run.of(TierSizes.FITS));
    }
}
