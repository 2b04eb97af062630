package dev.sluice.perf.letters;

import dev.sluice.examples.letters.Contract;
import dev.sluice.examples.letters.Contracts;
import dev.sluice.perf.baseline.JoinedSelectEach;
import dev.sluice.perf.baseline.SelectsOnPool;
import dev.sluice.perf.letters.LettersAtRate.Asked;
import dev.sluice.perf.load.LettersOnDemand;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Plot;
import dev.sluice.perf.report.Plot.Axis;
import dev.sluice.perf.report.Plot.Curve;
import dev.sluice.perf.report.Plot.Point;
import dev.sluice.perf.report.Table;
import dev.sluice.perf.run.Run;
import dev.sluice.perf.system.Database;
import dev.sluice.perf.system.Latency;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** How long a letter takes that is asked for by itself, against how many are asked for in a second. */
final class LettersByLoad {

    private static final int CHUNK = 100;
    private static final int CONTRACTS = 10_000;
    private static final List<Double> PERCENTILES = List.of(50.0, 99.0, 99.9);
    private static final double LATE = 1.1;
    private static final long LATE_NANOS = 50_000_000;

    private final LettersSizes sizes;
    private final String network;
    private final Map<String, LettersOnDemand.Opening> ways = new LinkedHashMap<>();
    private final LettersAtRate letters;
    private final Measurements measured = new Measurements();
    /** For each way the loads that it kept up with. */
    private final Map<String, TreeSet<Integer>> kept = new LinkedHashMap<>();

    LettersByLoad(LettersSizes sizes, LettersSystem system) throws Exception {
        this.sizes = sizes;
        final Duration latency = sizes.latencyNear(Duration.ofMillis(1));
        network = latency.isZero() ? "loopback" : Latency.shown(latency);
        final Database database = system.behind(latency);
        ways.put("direct SQL", () -> new JoinedSelectEach(database));
        for (final int threads : sizes.pools()) {
            ways.put("direct SQL on " + threads + " threads", () -> new SelectsOnPool(database, threads));
        }
        final LettersGateway gateway = system.gateway(LetterLookups.sql(database, sizes.callsInFlight()), CHUNK);
        ways.put("gateway on SQL, chunk " + CHUNK, gateway::openOnDemand);
        letters = expected(system.database(), Math.min(sizes.contracts(), CONTRACTS));
    }

    private static LettersAtRate expected(Database database, int count) throws Exception {
        final List<Contract> contracts = new ArrayList<>(count);
        try (Contracts all = Contracts.read(database.source())) {
            while (contracts.size() < count) {
                contracts.add(all.next());
            }
        }
        final List<String> expected = new ArrayList<>(count);
        try (JoinedSelectEach select = new JoinedSelectEach(database)) {
            for (final Contract contract : contracts) {
                select.ask(contract, expected::add);
            }
        }
        return new LettersAtRate(contracts, expected);
    }

    LettersPart measure(Run run) throws Exception {
        final Map<String, LettersOnDemand> open = new LinkedHashMap<>();
        try {
            for (final Map.Entry<String, LettersOnDemand.Opening> way : ways.entrySet()) {
                open.put(way.getKey(), way.getValue().open());
            }
            for (final Map.Entry<String, LettersOnDemand> way : open.entrySet()) {
                run.progress().stage("letters by load, " + way.getKey() + ": warm-up");
                letters.ask(way.getValue(), sizes.loads().get(0), sizes.loadMillis());
            }
            final List<String> left = new ArrayList<>(open.keySet());
            for (final int load : sizes.loads()) {
                measure(run, open, left, load);
            }
        } finally {
            for (final LettersOnDemand way : open.values()) {
                way.close();
            }
        }
        return part();
    }

    /** What did not keep up is not asked for more. */
    private void measure(Run run, Map<String, LettersOnDemand> open, List<String> left, int load) throws Exception {
        final Map<String, Integer> late = new LinkedHashMap<>();
        for (int repetition = 1; repetition <= run.repetitions(); repetition++) {
            final List<String> order = new ArrayList<>(left);
            if (repetition % 2 == 0) {
                Collections.reverse(order);
            }
            for (final String way : order) {
                run.progress()
                        .stage("letters, " + load + " a second, " + way + ": " + repetition + " of "
                                + run.repetitions());
                final Asked asked = letters.ask(open.get(way), load, sizes.loadMillis());
                for (final double percentile : PERCENTILES) {
                    measured.add(
                            name(way, load, percentile),
                            "ms",
                            asked.latencies().getValueAtPercentile(percentile) / 1e6);
                }
                if (asked.tookNanos() > LATE * sizes.loadMillis() * 1e6 + LATE_NANOS) {
                    late.merge(way, 1, Integer::sum);
                }
            }
        }
        left.removeIf(way -> late.getOrDefault(way, 0) * 2 > run.repetitions());
        left.forEach(way -> kept.computeIfAbsent(way, key -> new TreeSet<>()).add(load));
    }

    private LettersPart part() {
        final List<String> columns = new ArrayList<>(List.of("letters a second"));
        ways.keySet().forEach(way -> columns.add(way + ", 50 % / 99 % / 99.9 %"));
        final List<List<String>> rows = new ArrayList<>();
        for (final int load : sizes.loads()) {
            final List<String> row = new ArrayList<>(List.of(String.format("%,d", load)));
            ways.keySet().forEach(way -> row.add(shown(way, load)));
            rows.add(row);
        }
        final List<Measurement> all = new ArrayList<>();
        final List<Curve> curves = new ArrayList<>();
        kept.forEach((way, loads) -> {
            for (final double percentile : PERCENTILES) {
                final List<Point> points = new ArrayList<>();
                for (final int load : loads) {
                    final Measurement one = measured.get(name(way, load, percentile));
                    all.add(one);
                    points.add(Point.of(load, one));
                }
                curves.add(new Curve(way + ", " + percent(percentile), points));
            }
        });
        return new LettersPart(
                new Table("A letter by itself, against load, " + network + ": ms until it is there", columns, rows),
                all,
                new Plot(
                        "letters-load",
                        "Until a letter is there that was asked for by itself, against load, " + network,
                        Axis.log("letters a second"),
                        Axis.log("ms, from the moment at which it was to be asked for"),
                        curves),
                List.of());
    }

    private String shown(String way, int load) {
        if (!kept.getOrDefault(way, new TreeSet<>()).contains(load)) {
            return "not kept up";
        }
        return String.join(
                " / ",
                PERCENTILES.stream()
                        .map(percentile -> Measurement.number(
                                measured.get(name(way, load, percentile)).median()))
                        .toList());
    }

    private String name(String way, int load, double percentile) {
        return way + ", " + network + ", " + Measurement.number(load) + " a second, " + percent(percentile);
    }

    private static String percent(double percentile) {
        return (percentile == Math.rint(percentile) ? "" + (long) percentile : "" + percentile) + " %";
    }
}
