package dev.sluice.perf.report;

import java.util.List;

/**
 * Curves over one pair of axes.
 *
 * @param name the name of the plot's file without the extension: lower-case letters, digits and hyphens
 * @param title the title of the plot
 * @param x the axis of the varied setting
 * @param y the axis of the measured values
 * @param curves the curves, in the order of the legend
 */
public record Plot(String name, String title, Axis x, Axis y, List<Curve> curves) {

    public Plot {
        if (!name.matches("[a-z0-9-]+")) {
            throw new IllegalArgumentException("'" + name + "' is no name of a plot: it must be in [a-z0-9-]");
        }
        curves = List.copyOf(curves);
        for (final Curve curve : curves) {
            for (final Point point : curve.points()) {
                x.check(point.x());
                y.check(point.low());
            }
        }
    }

    /**
     * An axis.
     *
     * @param label the quantity and its unit
     * @param logarithmic whether the axis has a logarithmic scale
     */
    public record Axis(String label, boolean logarithmic) {

        public static Axis linear(String label) {
            return new Axis(label, false);
        }

        public static Axis log(String label) {
            return new Axis(label, true);
        }

        private void check(double value) {
            if (!Double.isFinite(value) || logarithmic && value <= 0) {
                throw new IllegalArgumentException(value + " cannot be shown on the axis '" + label + "'");
            }
        }
    }

    /**
     * A value with its spread.
     *
     * @param x the varied setting
     * @param y the median
     * @param low the smallest value
     * @param high the largest value
     */
    public record Point(double x, double y, double low, double high) {

        /** Returns a point for a single value, without a spread. */
        public static Point of(double x, double y) {
            return new Point(x, y, y, y);
        }

        /** Returns a point for the repetitions of a measurement. */
        public static Point of(double x, Measurement measured) {
            return new Point(x, measured.median(), measured.min(), measured.max());
        }
    }

    /**
     * A curve: points that are joined by a line.
     *
     * @param name the name in the legend
     * @param points the points from left to right
     */
    public record Curve(String name, List<Point> points) {
        public Curve {
            points = List.copyOf(points);
        }
    }
}
