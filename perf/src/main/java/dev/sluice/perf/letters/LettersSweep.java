package dev.sluice.perf.letters;

import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Plot;
import dev.sluice.perf.run.Run;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Points that are measured in turns, and the curves through them. */
final class LettersSweep {

    static final String UNIT = "us per contract";

    private final List<LettersPoint> points = new ArrayList<>();

    void add(LettersPoint point) {
        points.add(point);
    }

    List<LettersPoint> points() {
        return points;
    }

    Measurements measure(Run run, LettersTimer timer, int warmUps) throws Exception {
        final Map<String, Run.Variant> variants = new LinkedHashMap<>();
        for (final LettersPoint point : points) {
            variants.put(
                    point.name(),
                    () -> timer.micros(
                            point.name(), point.opening(), point.database(), point.contracts(), point.before()));
        }
        return run.inTurns(UNIT, warmUps, variants);
    }

    /** In the order of their first points. */
    List<Plot.Curve> curves(Measurements measured) {
        final Map<String, List<Plot.Point>> curves = new LinkedHashMap<>();
        for (final LettersPoint point : points) {
            for (final double x : point.x()) {
                curves.computeIfAbsent(point.curve(), unused -> new ArrayList<>())
                        .add(Plot.Point.of(x, measured.get(point.name())));
            }
        }
        final List<Plot.Curve> all = new ArrayList<>();
        curves.forEach((name, itsPoints) -> all.add(new Plot.Curve(name, itsPoints)));
        return all;
    }
}
