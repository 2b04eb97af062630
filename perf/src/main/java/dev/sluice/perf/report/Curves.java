package dev.sluice.perf.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Measurements over one thing that was varied: a curve for each way. */
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
}
