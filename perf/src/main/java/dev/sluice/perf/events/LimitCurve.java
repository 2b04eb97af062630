package dev.sluice.perf.events;

import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Plot;
import dev.sluice.perf.report.Plot.Axis;
import dev.sluice.perf.report.Plot.Curve;
import dev.sluice.perf.report.Plot.Point;
import dev.sluice.perf.report.Table;
import dev.sluice.perf.run.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Full speed against the batch limit. */
final class LimitCurve {

    private final EventsSizes sizes;
    private final List<Way> ways;
    private final Measurements measured = new Measurements();
    private final SortedSet<Integer> limits = new TreeSet<>();

    LimitCurve(EventsSizes sizes) {
        this.sizes = sizes;
        this.ways = sizes.among(LoadCurve.WAYS);
    }

    /** Takes what was measured with one limit. */
    void add(int limit, FullSpeed atThat) {
        limits.add(limit);
        for (final Way way : ways) {
            atThat.rateOf(way).values().forEach(value -> measured.add(name(way, limit), "events/s", value));
        }
    }

    /** Measures the other ones, each with senders of their own. */
    void measure(Run run, Path directory, SinkJvm sink, Batching batching) throws IOException, InterruptedException {
        for (final int limit : sizes.limits()) {
            if (!limits.add(limit)) {
                continue;
            }
            try (Senders senders =
                    Senders.start(run, ways, directory, sink, batching.withLimit(limit), sizes.warmUpMillis())) {
                senders.inTurns(
                        "batches of " + limit,
                        sizes.curveRepetitions(),
                        ways,
                        way -> Load.fullSpeed(sizes.fullMillis()),
                        (way, delivery) -> measured.add(name(way, limit), "events/s", delivery.perSecond()));
            }
        }
    }

    private static String name(Way way, int limit) {
        return way.label() + ", batches of " + limit;
    }

    List<Measurement> measurements() {
        return measured.all();
    }

    Table table() {
        final List<List<String>> rows = new ArrayList<>();
        for (final int limit : limits) {
            final List<String> row = new ArrayList<>(List.of(String.format("%,d", limit)));
            ways.forEach(way -> row.add(measured.get(name(way, limit)).shown()));
            rows.add(row);
        }
        final List<String> columns = new ArrayList<>(List.of("batch limit"));
        ways.forEach(way -> columns.add(way.label()));
        return new Table("Against the batch limit: events a second at full speed", columns, rows);
    }

    Plot plot() {
        return new Plot(
                "events-limit",
                "Events a second at full speed, against the batch limit",
                Axis.log("most events of a post"),
                Axis.log("events a second"),
                ways.stream()
                        .map(way -> new Curve(
                                way.label(),
                                limits.stream()
                                        .map(limit -> Point.of(limit, measured.get(name(way, limit))))
                                        .toList()))
                        .toList());
    }
}
