package dev.sluice.perf.letters;

import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.load.LettersWay;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Plot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Ways to write letters that are measured in turns, each a point of a curve. */
final class LettersSweep {

    static final String UNIT = "us per contract";

    /** A way that asks one contract at a time needs so many to have everything prepared. */
    private static final int SINGLES_BEFORE = 100;
    /** Calls that have everything prepared on each connection. */
    private static final int CALLS_BEFORE = 30;

    private final List<Point> points = new ArrayList<>();

    /**
     * A way that is measured.
     *
     * @param name of its measurement
     * @param curve what it is a point of
     * @param x where on that; where it does not depend on what is varied, both ends
     * @param database where its contracts are read
     * @param contracts how many
     * @param before how many of them are written before the time counts
     */
    record Point(
            String name,
            String curve,
            List<Double> x,
            LettersWay.Opening opening,
            Database database,
            int contracts,
            int before) {}

    /** A way without chunks. */
    void singly(
            String name, String curve, List<Double> x, LettersWay.Opening opening, Database database, int contracts) {
        points.add(new Point(name, curve, x, opening, database, contracts, Math.min(contracts, SINGLES_BEFORE)));
    }

    /** A way with chunks. */
    void chunked(
            String name,
            String curve,
            double x,
            int chunk,
            LettersWay.Opening opening,
            Database database,
            int contracts) {
        final int before = Math.min(contracts / 2, CALLS_BEFORE * chunk);
        points.add(new Point(name, curve, List.of(x), opening, database, contracts, before));
    }

    List<Point> points() {
        return points;
    }

    Measurements measure(Run run, LettersTimer timer, int warmUps) throws Exception {
        final Map<String, Run.Variant> variants = new LinkedHashMap<>();
        for (final Point point : points) {
            variants.put(point.name(), () -> timer.micros(point));
        }
        return run.inTurns(UNIT, warmUps, variants);
    }

    /** A plot with the curves in the order of their first points. */
    Plot plot(String name, String title, String x, Measurements measured) {
        final Map<String, List<Plot.Point>> curves = new LinkedHashMap<>();
        for (final Point point : points) {
            for (final double at : point.x()) {
                curves.computeIfAbsent(point.curve(), unused -> new ArrayList<>())
                        .add(Plot.Point.of(at, measured.get(point.name())));
            }
        }
        return new Plot(
                name,
                title,
                Plot.Axis.log(x),
                Plot.Axis.log(UNIT),
                curves.entrySet().stream()
                        .map(curve -> new Plot.Curve(curve.getKey(), curve.getValue()))
                        .toList());
    }
}
