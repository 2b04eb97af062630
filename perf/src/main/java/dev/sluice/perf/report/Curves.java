package dev.sluice.perf.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What was measured over one thing that was varied: the same figures as a plot and as a table with a column for each curve. */
public final class Curves {

    private final String name;
    private final String title;
    private final Plot.Axis x;
    private final Plot.Axis y;
    private final Map<String, NavigableMap<Double, Plot.Point>> curves = new LinkedHashMap<>();

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

    /** Begins a curve, which may stay without points; without this, the curves' order is that of their first points. */
    public void add(String curve) {
        curves.putIfAbsent(curve, new TreeMap<>());
    }

    /** One more point of a curve. */
    public void add(String curve, Plot.Point point) {
        add(curve);
        curves.get(curve).put(point.x(), point);
    }

    public void add(String curve, double at, Measurement measured) {
        add(curve, Plot.Point.of(at, measured));
    }

    Plot plot() {
        final List<Plot.Curve> plotted = new ArrayList<>();
        curves.forEach((curve, points) -> plotted.add(new Plot.Curve(curve, List.copyOf(points.values()))));
        return new Plot(name, title, x, y, plotted);
    }

    /** A row for each place; a curve without a point there has an empty cell. */
    Table table() {
        final SortedSet<Double> places = new TreeSet<>();
        curves.values().forEach(points -> places.addAll(points.keySet()));
        final List<String> headings = new ArrayList<>(List.of(x.label()));
        headings.addAll(curves.keySet());
        final List<List<String>> rows = new ArrayList<>();
        for (final double place : places) {
            final List<String> row = new ArrayList<>(List.of(plain(place)));
            curves.values()
                    .forEach(points -> row.add(
                            points.containsKey(place) ? points.get(place).shown() : ""));
            rows.add(row);
        }
        return new Table(title + ": " + y.label(), headings, rows);
    }

    private static String plain(double value) {
        return value == Math.rint(value) ? String.format("%,d", (long) value) : Measurement.number(value);
    }
}
