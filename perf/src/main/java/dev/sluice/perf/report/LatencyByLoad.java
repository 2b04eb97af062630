package dev.sluice.perf.report;

import dev.sluice.perf.report.Plot.Axis;
import dev.sluice.perf.report.Plot.Curve;
import dev.sluice.perf.report.Plot.Point;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * How long what came in took, for several ways and rising loads. A way that came in late in most repetitions of a load did
 * not keep up with it: its latencies there say how long the measurement was, so they are not shown, and it is left out of
 * higher loads. One thread.
 */
public final class LatencyByLoad {

    private static final List<Double> PERCENTILES = List.of(50.0, 99.0, 99.9);
    private static final double LATE = 1.1;
    private static final long LATE_NANOS = 50_000_000;

    private final List<String> ways;
    private final List<Integer> loads;
    private final long millis;
    private final List<String> left;
    private final Measurements measured = new Measurements();
    private final Map<String, Integer> late = new HashMap<>();
    private final Map<String, TreeSet<Integer>> kept = new HashMap<>();

    /**
     * @param loads a second, rising
     * @param millis for which each load lasts
     */
    public LatencyByLoad(List<String> ways, List<Integer> loads, long millis) {
        this.ways = List.copyOf(ways);
        this.loads = List.copyOf(loads);
        this.millis = millis;
        this.left = new ArrayList<>(ways);
    }

    /** The ways that kept up so far. */
    public List<String> left() {
        return List.copyOf(left);
    }

    /** One repetition: each one's latency in nanoseconds, and what all of it took. */
    public void add(String way, int load, Histogram latencies, long tookNanos) {
        for (final double percentile : PERCENTILES) {
            measured.add(name(way, load, percentile), "ms", latencies.getValueAtPercentile(percentile) / 1e6);
        }
        if (tookNanos > LATE * millis * 1e6 + LATE_NANOS) {
            late.merge(way, 1, Integer::sum);
        }
    }

    /** That load is measured. */
    public void done(int load, int repetitions) {
        left.removeIf(way -> late.getOrDefault(way, 0) * 2 > repetitions);
        left.forEach(way -> loads(way).add(load));
        late.clear();
    }

    private TreeSet<Integer> loads(String way) {
        return kept.computeIfAbsent(way, key -> new TreeSet<>());
    }

    private static String name(String way, int load, double percentile) {
        return way + ", " + Measurement.number(load) + " a second, " + percent(percentile);
    }

    private static String percent(double percentile) {
        return (percentile == Math.rint(percentile) ? "" + (long) percentile : "" + percentile) + " %";
    }

    /** Of the loads that were kept up with. */
    private List<Measurement> measurements() {
        return ways.stream()
                .flatMap(way -> loads(way).stream().flatMap(load -> of(way, load)))
                .toList();
    }

    private Stream<Measurement> of(String way, int load) {
        return PERCENTILES.stream().map(percentile -> measured.get(name(way, load, percentile)));
    }

    /** Adds figures, a table and a plot. */
    public void report(Findings findings, String title, String load, Plot plot) {
        findings.add(measurements());
        final List<String> columns = new ArrayList<>(List.of(load));
        ways.forEach(way -> columns.add(way + ", 50 % / 99 % / 99.9 %"));
        final Findings.Rows rows = findings.table(title, columns);
        for (final int one : loads) {
            final List<Object> row = new ArrayList<>(List.of(one));
            ways.forEach(way -> row.add(shown(way, one)));
            rows.row(row);
        }
        findings.plot(plot);
    }

    private String shown(String way, int load) {
        if (!loads(way).contains(load)) {
            return "not kept up";
        }
        return String.join(
                " / ",
                of(way, load).map(one -> Measurement.number(one.median())).toList());
    }

    /** A curve for each percentile of each way. */
    public Plot plot(String name, String title, Axis x, Axis y) {
        final List<Curve> curves = new ArrayList<>();
        for (final String way : ways) {
            for (final double percentile : PERCENTILES) {
                curves.add(new Curve(
                        way + ", " + percent(percentile),
                        loads(way).stream()
                                .map(load -> Point.of(load, measured.get(name(way, load, percentile))))
                                .toList()));
            }
        }
        return new Plot(name, title, x, y, curves);
    }
}
