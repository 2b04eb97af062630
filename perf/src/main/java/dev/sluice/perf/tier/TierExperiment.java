package dev.sluice.perf.tier;

import dev.sluice.perf.baseline.MathByHand;
import dev.sluice.perf.lab.Experiment;
import dev.sluice.perf.lab.HostedGateways;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Size;
import dev.sluice.perf.report.Curves;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Plot.Axis;
import dev.sluice.perf.tier.TierTrials.Trial;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A cheap and a dear function in process, behind REST with one call for each request and with chunks, and through a
 * gateway: how much of the time is work, and what of the rest chunking can take away.
 */
public final class TierExperiment implements Experiment {

    static final Size<Integer> ADDS = Size.count("adds", "2000", "100", "12", "Lists to add in each measurement");
    static final Size<Integer> FITS = Size.count("fits", "300", "40", "12", "Lists to fit in each measurement");
    static final Size<Integer> NUMBERS =
            Size.count("numbers", "1000", "1000", "40", "Numbers in each list, 11 at least");
    static final Size<List<Integer>> CHUNKS =
            Size.counts("chunks", "1,10,100", "1,10,100", "1,5", "Requests in a call");
    static final Size<List<Integer>> COUNTS =
            Size.counts("counts", "10,100,1000,10000", "10,100,1000,10000", "10,50", "Numbers in a list, in the curve");
    static final Size<Integer> OWN_REQUESTS =
            Size.count("own-requests", "300000", "30000", "200", "Requests for the gateway's own cost");
    static final Size<Integer> WARM_UPS =
            Size.count("warm-ups", "3", "1", "1", "How often the functions are tried before");
    static final Size<Integer> CURVE_REPETITIONS =
            Size.count("curve-repetitions", "5", "1", "1", "How often a point of the curve is measured");

    static final String IN_PROCESS = "in process";
    static final String SINGLE = "REST, one call each";

    /** In one call no more than that, in numbers: chunks of long lists are smaller. */
    private static final int MOST_NUMBERS = 100_000;

    private static final int LEAST_LISTS = 10;

    @Override
    public String name() {
        return "tier";
    }

    @Override
    public String title() {
        return "a cheap and a dear function: in process, behind REST, and through the gateway";
    }

    @Override
    public List<Size<?>> sizes() {
        return List.of(ADDS, FITS, NUMBERS, CHUNKS, COUNTS, OWN_REQUESTS, WARM_UPS, CURVE_REPETITIONS);
    }

    static String byHand(int chunk) {
        return "REST by hand, chunks of " + chunk;
    }

    static String gateway(int chunk) {
        return "gateway, chunks of " + chunk;
    }

    static String named(Function function, String way) {
        return function.title() + ", " + way;
    }

    private static int lists(Run run, Function function) {
        return run.of(function == Function.ADD ? ADDS : FITS);
    }

    static int mostInCall(Run run) {
        return run.of(CHUNKS).get(run.of(CHUNKS).size() - 1);
    }

    @Override
    public void run(Run run, Findings findings) throws Exception {
        conditions(run, findings);
        try (MathService.Jvm service = MathService.start(run.directory());
                HostedGateways gateways = HostedGateways.start(run.directory(), "")) {
            final TierTrials trials = new TierTrials(run, service);
            final Ways ways = new Ways(run, gateways, service, new MathByHand(service.url()));
            final TierTables tables = new TierTables(run, trials, findings);
            compare(run, ways, trials).forEach(tables::compare);
            tables.bytes();
            tables.chunking();
            findings.curves(overChunks(run, trials));
            findings.curves(overCounts(run, ways, trials));
            new OwnCost(run).measure(trials.measurements());
            tables.ownCost();
            findings.add(trials.measurements().all());
        }
    }

    private static Map<Function, List<String>> compare(Run run, Ways ways, TierTrials trials) throws Exception {
        final Map<Function, List<String>> shown = new LinkedHashMap<>();
        final List<Trial> all = new ArrayList<>();
        for (final Function function : Function.values()) {
            final Numbers numbers = Numbers.random(function, lists(run, function), run.of(NUMBERS), run.seed());
            final Map<String, Way> compared = new LinkedHashMap<>();
            compared.put(IN_PROCESS, new Way.InProcess());
            compared.put(SINGLE, new Way.ByHand(ways.byHand, 0));
            run.of(CHUNKS).stream()
                    .filter(chunk -> chunk > 1)
                    .forEach(chunk -> compared.put(byHand(chunk), new Way.ByHand(ways.byHand, chunk)));
            run.of(CHUNKS).forEach(chunk -> compared.put(gateway(chunk), ways.gateway(function, chunk, 1)));
            final int most = mostInCall(run);
            compared.put(gateway(most) + ", 2 in flight", ways.gateway(function, most, 2));
            compared.forEach((name, way) -> all.add(new Trial(named(function, name), way, numbers)));
            shown.put(function, List.copyOf(compared.keySet()));
        }
        trials.measure("the document's functions", run.of(WARM_UPS), run.repetitions(), all);
        return shown;
    }

    /** From what was measured already. */
    private static Curves overChunks(Run run, TierTrials trials) {
        final Curves curves = new Curves(
                "tier-chunks",
                String.format("Lists of %,d numbers, against the chunk", run.of(NUMBERS)),
                Axis.log("requests in a chunk"),
                Axis.log("us a request"));
        for (final Function function : Function.values()) {
            for (final int chunk : run.of(CHUNKS)) {
                final String name = named(function, chunk == 1 ? SINGLE : byHand(chunk));
                curves.add(function.title() + ", by hand", chunk, trials.get(name));
                curves.add(function.title() + ", gateway", chunk, trials.get(named(function, gateway(chunk))));
            }
        }
        return curves;
    }

    private static Curves overCounts(Run run, Ways ways, TierTrials trials) throws Exception {
        final List<Trial> all = new ArrayList<>();
        for (final Function function : Function.values()) {
            for (final int count : counts(run, function)) {
                final int chunk = Math.max(1, Math.min(mostInCall(run), MOST_NUMBERS / count));
                final int wanted = lists(run, function);
                final int lists = Math.max(
                        Math.min(wanted, LEAST_LISTS), (int) Math.min(wanted, (long) wanted * run.of(NUMBERS) / count));
                final Numbers numbers = Numbers.random(function, lists, count, run.seed());
                all.add(new Trial(ofCount(function, SINGLE, count), new Way.ByHand(ways.byHand, 0), numbers));
                all.add(new Trial(ofCount(function, "gateway", count), ways.gateway(function, chunk, 1), numbers));
            }
        }
        trials.measure("numbers", 0, run.of(CURVE_REPETITIONS), all);
        final Curves curves = new Curves(
                "tier-work",
                "Share of work in the time of a request, against the length of its list",
                Axis.log("numbers in a list"),
                Axis.linear("% of the time is work"));
        for (final Function function : Function.values()) {
            for (final String way : List.of(SINGLE, "gateway")) {
                counts(run, function)
                        .forEach(count -> curves.add(
                                named(function, way),
                                count,
                                trials.get(ofCount(function, way, count) + TierTrials.WORK_SHARE)));
            }
        }
        return curves;
    }

    private static List<Integer> counts(Run run, Function function) {
        return run.of(COUNTS).stream()
                .filter(count -> count >= function.leastNumbers())
                .toList();
    }

    private static String ofCount(Function function, String way, int count) {
        return named(function, way) + ", " + count + " numbers";
    }

    /** What ways are made of. */
    private record Ways(Run run, HostedGateways host, MathService.Jvm service, MathByHand byHand) {

        Way gateway(Function function, int chunk, int callsInFlight) {
            final Numbers first = Numbers.random(function, 1, function.leastNumbers(), run.seed());
            return new ThroughGateway(host, run.directory(), service.url(), chunk, callsInFlight, first);
        }
    }

    private static void conditions(Run run, Findings findings) {
        findings.condition(
                "service",
                "a JVM of its own: the JDK's HTTP server and Jackson; one list in a call, or many by the default contract");
        findings.condition(
                "functions", "a sum; PolynomialCurveFitter of commons-math3, order 10, the same library on both sides");
        findings.condition(
                "sizes",
                "%,d lists of %,d random numbers to add, %,d to fit, no two alike",
                run.of(ADDS),
                run.of(NUMBERS),
                run.of(FITS));
        findings.condition(
                "by hand", "java.net.http with HTTP/1.1, a kept connection, one call at a time; Jackson's streams");
        findings.condition(
                "gateway",
                "a JVM of its own, opened over new queues before each measurement; one call in flight where nothing else is"
                        + " said, so that parts add up; from the first request written to the last result read");
        findings.condition(
                "parts",
                "work and the service's parsing and writing are timed in the service, by the clock, in each call; the"
                        + " caller's where it writes and parses; for the gateway the same bytes are written and parsed once"
                        + " more beside it with its settings; transport is the rest: HTTP, loopback, queues, waiting;"
                        + " with more calls in flight parts overlap and are not told apart");
        findings.condition("checked", "every result equal to that in process, to the last bit, in order");
    }
}
