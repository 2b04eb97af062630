package dev.sluice.perf.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Curves that show how measurements depend on one varied setting. Each variant has its own curve. */
public final class Curves {

    private final String name;
    private final String title;
    private final Plot.Axis x;
    private final Plot.Axis y;
    private final Map<String, NavigableMap<Double, Plot.Point>> curves = new LinkedHashMap<>();

    /**
     * @param name the name of the plot's file
     * @param title the title of the plot
     * @param x the axis of the varied setting
     * @param y the axis of the measured values
     */
    public Curves(String name, String title, Plot.Axis x, Plot.Axis y) {
        this.name = name;
        this.title = title;
        this.x = x;
        this.y = y;
    }

    /** Adds a curve without points, which fixes the curve's place in the legend. Otherwise the first point adds the curve. */
    public void add(String curve) {
        curves.putIfAbsent(curve, new TreeMap<>());
    }

    /** Adds a point to a curve; replaces an earlier point with the same x value. */
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
}
