package dev.sluice.perf.tier;

import dev.sluice.perf.baseline.MathByHand;
import dev.sluice.perf.report.Curves;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Plot.Axis;
import dev.sluice.perf.report.Report;
import dev.sluice.perf.run.Experiment;
import dev.sluice.perf.run.Run;
import dev.sluice.perf.system.HostedGateways;
import dev.sluice.perf.tier.TierTrials.Trial;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A cheap and a dear function in process, behind REST with one call for each request and with chunks, and through a
 * gateway: how much of the time is work, and what of the rest chunking can take away.
 */
public final class TierExperiment implements Experiment {

    static final String IN_PROCESS = "in process";
    static final String SINGLE = "REST, one call each";

    /**
     * How much.
     *
     * @param adds lists in each measurement of adding
     * @param fits lists in each measurement of fitting
     * @param numbers in a list
     * @param chunks how many requests in a call, from the least to the most
     * @param counts of numbers in the curve of shares
     * @param small requests with a long, for the gateway's own cost
     * @param large requests with a list, likewise
     * @param warmUps of the functions, before what is kept
     * @param curveRepetitions of each point of the curve of shares
     */
    record Sizes(
            int adds,
            int fits,
            int numbers,
            List<Integer> chunks,
            List<Integer> counts,
            int small,
            int large,
            int warmUps,
            int curveRepetitions) {}

    /** In one call no more than that, in numbers: chunks of long lists are smaller. */
    private static final int MOST_NUMBERS = 100_000;

    private static final int LEAST_LISTS = 10;
    private static final int OWN_COST_WARM_UPS = 5;

    private final Sizes sizes;

    TierExperiment(Sizes sizes) {
        this.sizes = sizes;
    }

    @Override
    public String name() {
        return "tier";
    }

    static String byHand(int chunk) {
        return "REST by hand, chunks of " + chunk;
    }

    static String gateway(int chunk) {
        return "gateway, chunks of " + chunk;
    }

    static String two(int chunk) {
        return gateway(chunk) + ", 2 in flight";
    }

    static String named(Function function, String way) {
        return function.title() + ", " + way;
    }

    @Override
    public Report run(Run run) throws Exception {
        final Path directory = run.newDirectory("tier");
        try (MathServiceJvm service = MathServiceJvm.start(directory);
                HostedGateways gateways = HostedGateways.start(directory)) {
            final TierTrials trials = new TierTrials(run, service);
            final Ways ways = new Ways(run, gateways, directory, service, new MathByHand(service.url()));
            final Map<Function, List<String>> shown = compare(run, ways, trials);
            final TierReport report = new TierReport(sizes, trials);
            shown.forEach(report::compare);
            report.bytes();
            report.chunking();
            report.add(overChunks(trials));
            report.add(overCounts(run, ways, trials));
            ownCost(run, trials);
            report.ownCost();
            return report.finish(run);
        } finally {
            Run.delete(directory);
        }
    }

    private Map<Function, List<String>> compare(Run run, Ways ways, TierTrials trials) throws Exception {
        final Map<Function, List<String>> shown = new LinkedHashMap<>();
        final List<Trial> all = new ArrayList<>();
        for (final Function function : Function.values()) {
            final int lists = function == Function.ADD ? sizes.adds : sizes.fits;
            final Numbers numbers = Numbers.random(function, lists, sizes.numbers, run.seed());
            final Map<String, Way> compared = new LinkedHashMap<>();
            compared.put(IN_PROCESS, new TierTrials.InProcess());
            compared.put(SINGLE, new ByHand(ways.byHand, 0));
            for (final int chunk : sizes.chunks) {
                if (chunk > 1) {
                    compared.put(byHand(chunk), new ByHand(ways.byHand, chunk));
                }
            }
            sizes.chunks.forEach(chunk -> compared.put(gateway(chunk), ways.gateway(function, chunk, 1)));
            final int most = sizes.chunks.get(sizes.chunks.size() - 1);
            compared.put(two(most), ways.gateway(function, most, 2));
            compared.forEach((name, way) -> all.add(new Trial(named(function, name), way, numbers)));
            shown.put(function, List.copyOf(compared.keySet()));
        }
        trials.measure("the document's functions", sizes.warmUps, run.repetitions(), all);
        return shown;
    }

    /** From what was measured already. */
    private Curves overChunks(TierTrials trials) {
        final Curves curves = new Curves(
                "tier-chunks",
                String.format("Lists of %,d numbers, against the chunk", sizes.numbers),
                Axis.log("requests in a chunk"),
                Axis.log("us a request"));
        for (final Function function : Function.values()) {
            for (final int chunk : sizes.chunks) {
                final String name = named(function, chunk == 1 ? SINGLE : byHand(chunk));
                curves.add(function.title() + ", by hand", chunk, trials.get(name));
                curves.add(function.title() + ", gateway", chunk, trials.get(named(function, gateway(chunk))));
            }
        }
        return curves;
    }

    private Curves overCounts(Run run, Ways ways, TierTrials trials) throws Exception {
        final List<Trial> all = new ArrayList<>();
        final Map<String, List<Integer>> points = new LinkedHashMap<>();
        for (final Function function : Function.values()) {
            for (final int count : sizes.counts) {
                if (count >= function.leastNumbers()) {
                    final int most = sizes.chunks.get(sizes.chunks.size() - 1);
                    final int chunk = Math.max(1, Math.min(most, MOST_NUMBERS / count));
                    final int wanted = function == Function.ADD ? sizes.adds : sizes.fits;
                    final int lists = Math.max(Math.min(wanted, LEAST_LISTS), (int)
                            Math.min(wanted, (long) wanted * sizes.numbers / count));
                    final Numbers numbers = Numbers.random(function, lists, count, run.seed());
                    final Map<String, Way> both = new LinkedHashMap<>();
                    both.put(SINGLE, new ByHand(ways.byHand, 0));
                    both.put("gateway", ways.gateway(function, chunk, 1));
                    both.forEach((name, way) -> {
                        final String curve = named(function, name);
                        all.add(new Trial(curve + ", " + count + " numbers", way, numbers));
                        points.computeIfAbsent(curve, key -> new ArrayList<>()).add(count);
                    });
                }
            }
        }
        trials.measure("numbers", 0, sizes.curveRepetitions, all);
        final Curves curves = new Curves(
                "tier-work",
                "Share of work in the time of a request, against the length of its list",
                Axis.log("numbers in a list"),
                Axis.linear("% of the time is work"));
        points.forEach((curve, counts) -> counts.forEach(count ->
                curves.add(curve, count, trials.get(curve + ", " + count + " numbers" + TierTrials.WORK_SHARE))));
        return curves;
    }

    private void ownCost(Run run, TierTrials trials) throws Exception {
        final OwnCost cost = new OwnCost(run, sizes.small, sizes.large, sizes.numbers);
        for (int repetition = 1 - OWN_COST_WARM_UPS; repetition <= run.repetitions(); repetition++) {
            run.progress()
                    .stage("tier, gateway's own cost: "
                            + (repetition < 1 ? "warm-up" : repetition + " of " + run.repetitions()));
            cost.measure(repetition < 1 ? new Measurements() : trials.measurements());
        }
    }

    /** What ways are made of. */
    private record Ways(Run run, HostedGateways host, Path directory, MathServiceJvm service, MathByHand byHand) {

        Way gateway(Function function, int chunk, int callsInFlight) {
            final Numbers first = Numbers.random(function, 1, function.leastNumbers(), run.seed());
            return new ThroughGateway(host, directory, service.url(), chunk, callsInFlight, first);
        }
    }
}
