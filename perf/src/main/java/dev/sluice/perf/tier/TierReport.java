package dev.sluice.perf.tier;

import static dev.sluice.perf.tier.TierExperiment.IN_PROCESS;
import static dev.sluice.perf.tier.TierExperiment.SINGLE;
import static dev.sluice.perf.tier.TierExperiment.named;

import dev.sluice.perf.report.Curves;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Plot;
import dev.sluice.perf.report.Report;
import dev.sluice.perf.report.Table;
import dev.sluice.perf.run.Run;
import dev.sluice.wire.Encoder;
import dev.sluice.wire.RequestFrame;
import dev.sluice.wire.RequestKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Puts the figures together as they are shown. */
final class TierReport {

    private static final String TARGET_MICROS = "3";

    private final TierExperiment.Sizes sizes;
    private final TierTrials trials;
    private final List<Table> tables = new ArrayList<>();
    private final List<Plot> plots = new ArrayList<>();
    private final List<Measurement> ratios = new ArrayList<>();

    TierReport(TierExperiment.Sizes sizes, TierTrials trials) {
        this.sizes = sizes;
        this.trials = trials;
    }

    /** One function, each way a row. */
    void compare(Function function, List<String> ways) {
        final Measurement inProcess = trials.get(named(function, IN_PROCESS));
        final List<List<String>> rows = new ArrayList<>();
        for (final String way : ways) {
            final String name = named(function, way);
            final Measurement ratio = trials.get(name).over(inProcess, name + ", cost beside in process");
            ratios.add(ratio);
            rows.add(List.of(
                    way,
                    trials.get(name).shown(),
                    ratio.shown(),
                    trials.share(name + TierTrials.WORK_SHARE),
                    trials.share(name + TierTrials.JSON_SHARE),
                    trials.share(name + TierTrials.REST_SHARE),
                    way.equals(SINGLE) ? document(function) : ""));
        }
        tables.add(new Table(
                String.format("%s %,d numbers, per request", capital(function.title()), sizes.numbers()),
                List.of(
                        "way",
                        "us",
                        "times in process",
                        "% work",
                        "% serialisation",
                        "% transport",
                        "document, Dropwizard over Ethernet"),
                rows));
    }

    private static String document(Function function) {
        return function == Function.ADD
                ? "2-5 % work, up to 91 % tier; 1 ms became 21 ms"
                : "52 % work; 26 ms became 50 ms, 13 of them serialisation";
    }

    private static String capital(String text) {
        return text.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + text.substring(1);
    }

    /** Of a request with a list of numbers, and of its result. */
    void bytes() {
        final int chunk = most();
        final List<List<String>> rows = new ArrayList<>();
        rows.add(bytes("in memory", 8.0 * sizes.numbers(), "8", "8"));
        final Encoder encoder = new Encoder();
        RequestFrame.encode(encoder, RequestKind.LOOKUP, 1, 1, Map.of(), Function.ADD.lookup(), new Object[] {
            new double[sizes.numbers()]
        });
        rows.add(bytes("in the gateway's queue, without the history", encoder.size(), "", ""));
        for (final String way : List.of(SINGLE, TierExperiment.byHand(chunk), TierExperiment.gateway(chunk))) {
            final String name = named(Function.ADD, way) + TierTrials.SENT;
            rows.add(bytes(
                    "JSON, " + way,
                    trials.get(name).median(),
                    Measurement.number(trials.get(named(Function.ADD, way) + TierTrials.RECEIVED)
                            .median()),
                    "19"));
        }
        tables.add(new Table(
                "Bytes, without HTTP's headers",
                List.of("where", "a request", "a number", "a result of adding", "document, a number"),
                rows));
    }

    private List<String> bytes(String where, double request, String result, String document) {
        return List.of(
                where, Measurement.number(request), Measurement.number(request / sizes.numbers()), result, document);
    }

    private int most() {
        return sizes.chunks().get(sizes.chunks().size() - 1);
    }

    /** What becomes of each part when requests share calls. */
    void chunking() {
        final int chunk = most();
        final List<List<String>> rows = new ArrayList<>();
        for (final Function function : Function.values()) {
            final String single = named(function, SINGLE);
            final String chunked = named(function, TierExperiment.gateway(chunk));
            rows.add(changed(function, "work", single, chunked, TierTrials.WORK, "no: it is done for each request"));
            rows.add(changed(
                    function,
                    "serialisation",
                    single,
                    chunked,
                    TierTrials.JSON,
                    "no: each number is written and read; another format can"));
            rows.add(changed(
                    function,
                    "transport",
                    single,
                    chunked,
                    TierTrials.REST,
                    "yes: a call's price is shared, that of the bytes is not"));
            rows.add(changed(function, "all", single, chunked, "", limit(single)));
        }
        tables.add(new Table(
                "What chunking can and cannot change, us per request",
                List.of("part", SINGLE, TierExperiment.gateway(chunk), "times less", "can chunking change it?"),
                rows));
    }

    private List<String> changed(
            Function function, String part, String single, String chunked, String suffix, String can) {
        final double before = trials.get(single + suffix).median();
        final double after = trials.get(chunked + suffix).median();
        return List.of(
                function.title() + ": " + part,
                Measurement.number(before),
                Measurement.number(after),
                Measurement.number(before / after),
                can);
    }

    private String limit(String single) {
        final double fixed = trials.get(single + TierTrials.WORK).median()
                + trials.get(single + TierTrials.JSON).median();
        return "by " + Measurement.number(trials.get(single).median() / fixed)
                + " times at the most, with no transport";
    }

    void add(Curves curves) {
        tables.add(curves.table());
        plots.add(curves.plot());
    }

    /** The gateway's own cost. */
    void ownCost() {
        final String large = OwnCost.large(sizes.numbers());
        tables.add(new Table(
                "The gateway's own cost, us of CPU of its thread",
                List.of("what", "us", "target, at most"),
                List.of(
                        List.of(OwnCost.SMALL, trials.get(OwnCost.SMALL).shown(), TARGET_MICROS),
                        List.of(large, trials.get(large).shown(), ""))));
    }

    Report finish(Run run) {
        final Map<String, String> conditions = run.conditions();
        conditions.put(
                "service",
                "a JVM of its own: the JDK's HTTP server and Jackson; one list in a call, or many by the default contract");
        conditions.put(
                "functions", "a sum; PolynomialCurveFitter of commons-math3, order 10, the same library on both sides");
        conditions.put(
                "sizes",
                String.format(
                        "%,d lists of %,d random numbers to add, %,d to fit, no two alike",
                        sizes.adds(), sizes.numbers(), sizes.fits()));
        conditions.put(
                "by hand", "java.net.http with HTTP/1.1, a kept connection, one call at a time; Jackson's streams");
        conditions.put(
                "gateway",
                "a JVM of its own, opened over new queues before each measurement; one call in flight where nothing else is"
                        + " said, so that parts add up; from the first request written to the last result read");
        conditions.put(
                "parts",
                "work and the service's parsing and writing are timed in the service, by the clock, in each call; the"
                        + " caller's where it writes and parses; for the gateway the same bytes are written and parsed once"
                        + " more beside it with its settings; transport is the rest: HTTP, loopback, queues, waiting;"
                        + " with more calls in flight parts overlap and are not told apart");
        conditions.put("checked", "every result equal to that in process, to the last bit, in order");
        final List<Measurement> all = new ArrayList<>(trials.measurements().all());
        all.addAll(ratios);
        return new Report(
                "tier",
                "a cheap and a dear function: in process, behind REST, and through the gateway",
                conditions,
                tables,
                all,
                plots);
    }
}
