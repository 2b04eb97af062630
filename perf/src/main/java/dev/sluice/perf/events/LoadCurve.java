package dev.sluice.perf.events;

import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Plot;
import dev.sluice.perf.report.Plot.Axis;
import dev.sluice.perf.report.Plot.Curve;
import dev.sluice.perf.report.Plot.Point;
import dev.sluice.perf.report.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** How long an event takes, against how many come in a second. */
final class LoadCurve {

    /** At most; three curves each are enough for one picture. */
    static final List<Way> WAYS = List.of(Way.GATEWAY, Way.POOL_OF_10, Way.ASYNC_WORKER);

    private static final List<Double> PERCENTILES = List.of(50.0, 99.0, 99.9);
    private static final double LATE = 1.1;
    private static final long LATE_NANOS = 50_000_000;

    private final EventsSizes sizes;
    private final List<Way> ways;
    private final Measurements measured = new Measurements();
    /** For each way the loads that it kept up with. */
    private final Map<Way, List<Integer>> kept = new EnumMap<>(Way.class);

    LoadCurve(EventsSizes sizes) {
        this.sizes = sizes;
        this.ways = sizes.among(WAYS);
    }

    void measure(Senders senders) throws IOException, InterruptedException {
        final List<Way> left = new ArrayList<>(ways);
        for (final int load : sizes.loads()) {
            final List<Way> late = new ArrayList<>();
            senders.inTurns(
                    load + " a second",
                    sizes.curveRepetitions(),
                    left,
                    way -> Load.atRate(load, sizes.loadMillis()),
                    (way, delivery) -> {
                        for (final double percentile : PERCENTILES) {
                            measured.add(name(way, load, percentile), "ms", delivery.latencyMillis(percentile));
                        }
                        if (delivery.sent().tookNanos() > LATE * sizes.loadMillis() * 1e6 + LATE_NANOS) {
                            late.add(way);
                        }
                    });
            left.removeIf(way -> late.stream().filter(way::equals).count() * 2 > sizes.curveRepetitions());
            left.forEach(
                    way -> kept.computeIfAbsent(way, key -> new ArrayList<>()).add(load));
        }
    }

    private static String name(Way way, int load, double percentile) {
        return way.label() + ", " + Measurement.number(load) + " a second, " + percent(percentile);
    }

    private static String percent(double percentile) {
        return (percentile == Math.rint(percentile) ? "" + (long) percentile : "" + percentile) + " %";
    }

    /** Only of loads that were kept up with: beyond, a latency says how long the measurement was. */
    List<Measurement> measurements() {
        return ways.stream()
                .flatMap(way -> loads(way).stream().flatMap(load -> of(way, load)))
                .toList();
    }

    private Stream<Measurement> of(Way way, int load) {
        return PERCENTILES.stream().map(percentile -> measured.get(name(way, load, percentile)));
    }

    private List<Integer> loads(Way way) {
        return kept.getOrDefault(way, List.of());
    }

    Table table() {
        final List<String> columns = new ArrayList<>(List.of("events a second"));
        for (final Way way : ways) {
            columns.add(way.label() + ", 50 % / 99 % / 99.9 %");
        }
        final List<List<String>> rows = new ArrayList<>();
        for (final int load : sizes.loads()) {
            final List<String> row = new ArrayList<>(List.of(String.format("%,d", load)));
            for (final Way way : ways) {
                row.add(
                        loads(way).contains(load)
                                ? String.join(
                                        " / ",
                                        of(way, load)
                                                .map(one -> Measurement.number(one.median()))
                                                .toList())
                                : "not kept up");
            }
            rows.add(row);
        }
        return new Table("Against load: ms until the sender knows", columns, rows);
    }

    Plot plot() {
        final List<Curve> curves = new ArrayList<>();
        for (final Way way : ways) {
            for (final double percentile : PERCENTILES) {
                curves.add(new Curve(
                        way.label() + ", " + percent(percentile),
                        loads(way).stream()
                                .map(load -> Point.of(load, measured.get(name(way, load, percentile))))
                                .toList()));
            }
        }
        return new Plot(
                "events-latency",
                "Until the sender knows that an event has arrived, against load",
                Axis.log("events a second"),
                Axis.log("ms, from the moment at which it was to be sent"),
                curves);
    }
}
