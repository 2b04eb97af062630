package dev.sluice.perf.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Measurements over one thing that was varied: the same figures as a plot and as a table with a column for each curve. */
public final class Curves {

    private static final String NONE = "";

    private final String name;
    private final String title;
    private final Plot.Axis x;
    private final Plot.Axis y;
    private final Map<String, NavigableMap<Double, Measurement>> curves = new LinkedHashMap<>();

    /**
     * @param name of the plot's file
     * @param title of both
     * @param x what was varied
     * @param y what was measured
     */
    public Curves(String name, String title, Plot.Axis x, Plot.Axis y) {
        this.name = name;
        this.title = title;
        this.x = x;
        this.y = y;
    }

    /** One more point of a curve; the curves' order is that of their first points. */
    public void add(String curve, double at, Measurement measured) {
        curves.computeIfAbsent(curve, key -> new TreeMap<>()).put(at, measured);
    }

    public Plot plot() {
        final List<Plot.Curve> plotted = new ArrayList<>();
        curves.forEach((curve, points) -> plotted.add(new Plot.Curve(
                curve,
                points.entrySet().stream()
                        .map(point -> Plot.Point.of(point.getKey(), point.getValue()))
                        .toList())));
        return new Plot(name, title, x, y, plotted);
    }

    /** A row for each place; a curve without a point there has an empty cell. */
    void table(Findings findings) {
        final SortedSet<Double> places = new TreeSet<>();
        curves.values().forEach(points -> places.addAll(points.keySet()));
        final List<String> columns = new ArrayList<>(List.of(x.label()));
        columns.addAll(curves.keySet());
        final Findings.Rows rows = findings.table(title + ": " + y.label(), columns);
        for (final double place : places) {
            final List<Object> row = new ArrayList<>(List.of(plain(place)));
            curves.values().forEach(points -> row.add(points.containsKey(place) ? points.get(place) : NONE));
            rows.row(row);
        }
    }

    private static String plain(double value) {
        return value == Math.rint(value) ? String.format("%,d", (long) value) : Measurement.number(value);
    }
}
