package dev.sluice.perf.report;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Draws a plot as an SVG image, which every browser can show, also inside an HTML page. This class does not use the drawing
 * classes of the JDK, because they need fonts, which a machine without a screen often lacks.
 *
 * <p>The colours are those of Okabe and Ito. Colour-blind people can distinguish them, too. The curves also differ in their
 * markers.
 */
final class SvgPlot {

    private static final int WIDTH = 920;
    private static final int HEIGHT = 420;
    private static final int LEFT = 80;
    private static final int TOP = 46;
    private static final int RIGHT = 600;
    private static final int BOTTOM = 356;
    private static final int LEGEND = 624;
    private static final int LINE = 20;
    private static final List<String> COLOURS =
            List.of("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000", "#8a8a00", "#7f4f24");
    private static final List<String> MARKERS =
            List.of("M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0", "M-4,-4h8v8h-8z", "M0,-5l5,9h-10z", "M0,-5l5,5l-5,5l-5,-5z");

    private final Plot plot;
    private final Scale x;
    private final Scale y;
    private final StringBuilder svg = new StringBuilder();

    private SvgPlot(Plot plot) {
        this.plot = plot;
        this.x = Scale.of(plot.x(), values(plot, Plot.Point::x, Plot.Point::x));
        this.y = Scale.of(plot.y(), values(plot, Plot.Point::low, Plot.Point::high));
    }

    /** Returns the image as an element {@code svg}. */
    static String of(Plot plot) {
        return new SvgPlot(plot).draw();
    }

    private static double[] values(Plot plot, ToDoubleFunction<Plot.Point> least, ToDoubleFunction<Plot.Point> most) {
        return plot.curves().stream()
                .flatMap(curve -> curve.points().stream())
                .flatMap(point -> Stream.of(least.applyAsDouble(point), most.applyAsDouble(point)))
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    private String draw() {
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\""
                        + " font-family=\"system-ui, sans-serif\" font-size=\"13\">%n",
                WIDTH, HEIGHT, WIDTH, HEIGHT);
        add("<title>%s</title>%n", escaped(plot.title()));
        add("<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>%n", WIDTH, HEIGHT);
        text(LEFT, 24, "start", "font-size=\"16\" font-weight=\"600\"", plot.title());
        xMarks();
        yMarks();
        for (int number = 0; number < plot.curves().size(); number++) {
            curve(number);
            legend(number);
        }
        return svg.append("</svg>\n").toString();
    }

    private void xMarks() {
        for (final double mark : x.marks()) {
            final double at = across(mark);
            line(at, TOP, at, BOTTOM, "#e4e4e4", 1);
            text(at, BOTTOM + LINE, "middle", "", shortened(mark));
        }
        text((LEFT + RIGHT) / 2.0, BOTTOM + 2.2 * LINE, "middle", "", plot.x().label());
    }

    private void yMarks() {
        for (final double mark : y.marks()) {
            final double at = down(mark);
            line(LEFT, at, RIGHT, at, "#e4e4e4", 1);
            text(LEFT - 8, at + 4, "end", "", shortened(mark));
        }
        final double middle = (TOP + BOTTOM) / 2.0;
        text(
                20,
                middle,
                "middle",
                "transform=\"rotate(-90 20 " + middle + ")\"",
                plot.y().label());
        line(LEFT, BOTTOM, RIGHT, BOTTOM, "#444", 1);
        line(LEFT, TOP, LEFT, BOTTOM, "#444", 1);
    }

    private void curve(int number) {
        final String colour = COLOURS.get(number % COLOURS.size());
        final StringBuilder path = new StringBuilder();
        final List<Plot.Point> points = plot.curves().get(number).points();
        for (final Plot.Point point : points) {
            path.append(String.format(
                    Locale.ROOT, "%s%.1f,%.1f", path.length() == 0 ? "M" : "L", across(point.x()), down(point.y())));
            if (point.high() > point.low()) {
                line(across(point.x()), down(point.low()), across(point.x()), down(point.high()), colour, 1.5);
            }
        }
        add("<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>%n", path, colour);
        if (points.size() <= 40) {
            points.forEach(point -> marker(across(point.x()), down(point.y()), number));
        }
    }

    private void legend(int number) {
        final double at = TOP + 10 + number * LINE;
        marker(LEGEND, at, number);
        text(LEGEND + 12, at + 4, "start", "", plot.curves().get(number).name());
    }

    private void marker(double across, double down, int number) {
        add(
                "<path transform=\"translate(%.1f,%.1f)\" d=\"%s\" fill=\"%s\"/>%n",
                across, down, MARKERS.get(number % MARKERS.size()), COLOURS.get(number % COLOURS.size()));
    }

    private void line(double x1, double y1, double x2, double y2, String colour, double width) {
        add(
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"%.1f\"/>%n",
                x1, y1, x2, y2, colour, width);
    }

    private void text(double across, double down, String anchor, String attributes, String text) {
        add(
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"#222\" %s>%s</text>%n",
                across, down, anchor, attributes, escaped(text));
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values));
    }

    private double across(double value) {
        return LEFT + x.at(value) * (RIGHT - LEFT);
    }

    private double down(double value) {
        return BOTTOM - y.at(value) * (BOTTOM - TOP);
    }

    /** Formats large numbers with a unit prefix, for example 5 M instead of 5,000,000. */
    private static String shortened(double value) {
        final double size = Math.abs(value);
        if (size >= 1e9) {
            return trimmed(value / 1e9) + " G";
        }
        if (size >= 1e6) {
            return trimmed(value / 1e6) + " M";
        }
        return size >= 1e4 ? trimmed(value / 1e3) + " k" : trimmed(value);
    }

    private static String trimmed(double value) {
        final String text = String.format(Locale.ROOT, Math.abs(value) < 0.01 ? "%.5f" : "%.3f", value);
        return text.replaceAll("\\.?0+$", "");
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
