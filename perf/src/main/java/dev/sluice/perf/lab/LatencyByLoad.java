package dev.sluice.perf.lab;

import dev.sluice.perf.report.Columns;
import dev.sluice.perf.report.Curves;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * How long what came in took, for several ways and rising loads. A way that came in late in most repetitions of a load did
 * not keep up with it: its latencies there say how long the measurement was, so they are not shown, and it is left out of
 * higher loads. One thread.
 */
public final class LatencyByLoad {

    private static final List<String> PERCENTILES = List.of("50", "99", "99.9");
    private static final double LATE = 1.1;
    private static final long LATE_NANOS = 50_000_000;

    private final List<String> ways;
    private final List<Integer> loads;
    private final long millis;
    private final Measurements measured = new Measurements();
    private final Set<String> kept = new HashSet<>();

    /**
     * @param loads a second, rising
     * @param millis for which each load lasts
     */
    public LatencyByLoad(List<String> ways, List<Integer> loads, long millis) {
        this.ways = List.copyOf(ways);
        this.loads = List.copyOf(loads);
        this.millis = millis;
    }

    /**
     * What came of a load.
     *
     * @param latencies in nanoseconds
     * @param tookNanos from the first moment until the last answer was there
     */
    public record Asked(Histogram latencies, long tookNanos) {}

    /** Puts a load on a way. */
    public interface Asking {
        Asked ask(String way, int perSecond) throws Exception;
    }

    /** Measures the ways that keep up, in turns. */
    public void measure(Run run, String stage, int repetitions, Asking asking) throws Exception {
        final List<String> left = new ArrayList<>(ways);
        for (final int load : loads) {
            final Map<String, Integer> late = new HashMap<>();
            final List<Variant> variants = left.stream()
                    .map(way -> new Variant(way + at(load), figures -> {
                        final Asked asked = asking.ask(way, load);
                        for (final String percentile : PERCENTILES) {
                            final double nanos = asked.latencies.getValueAtPercentile(Double.parseDouble(percentile));
                            figures.add(", " + percentile + " %", "ms", nanos / 1e6);
                        }
                        late.merge(way, asked.tookNanos > LATE * millis * 1e6 + LATE_NANOS ? 1 : 0, Integer::sum);
                    }))
                    .toList();
            run.inTurns(stage, 0, repetitions, variants, measured);
            left.removeIf(way -> late.get(way) * 2 > repetitions);
            left.forEach(way -> kept.add(way + at(load)));
        }
    }

    private static String at(int load) {
        return ", " + Measurement.number(load) + " a second";
    }

    private Measurement get(String way, int load, String percentile) {
        return measured.get(way + at(load) + ", " + percentile + " %");
    }

    /**
     * Adds figures, a table and a plot with a curve for each percentile of each way.
     *
     * @param load what comes in a second
     */
    public void report(Findings findings, String title, String load, Curves curves) {
        final Columns<Integer> columns = new Columns<Integer>().with(load, one -> one);
        for (final String way : ways) {
            columns.with(way + ", 50 % / 99 % / 99.9 %", one -> shown(way, one));
            PERCENTILES.forEach(percentile -> curves.add(way + ", " + percentile + " %"));
            for (final int one : loads) {
                if (kept.contains(way + at(one))) {
                    PERCENTILES.forEach(percentile ->
                            curves.add(way + ", " + percentile + " %", one, findings.add(get(way, one, percentile))));
                }
            }
        }
        findings.table(title, loads, columns);
        findings.plot(curves);
    }

    private String shown(String way, int load) {
        if (!kept.contains(way + at(load))) {
            return "not kept up";
        }
        return PERCENTILES.stream()
                .map(percentile -> Measurement.number(get(way, load, percentile).median()))
                .collect(Collectors.joining(" / "));
    }
}
