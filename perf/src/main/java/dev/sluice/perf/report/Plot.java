package dev.sluice.perf.report;

import java.util.List;

/**
 * Curves over one pair of axes.
 *
 * @param name of its file, without an ending: small letters, digits and hyphens
 * @param title what it shows
 * @param x the axis of what was varied
 * @param y the axis of what was measured
 * @param curves in the order of their legend
 */
public record Plot(String name, String title, Axis x, Axis y, List<Curve> curves) {

    public Plot {
        if (!name.matches("[a-z0-9-]+")) {
            throw new IllegalArgumentException("A plot's name has small letters, digits and hyphens, not: " + name);
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
     * @param label what it is, with the unit
     * @param logarithmic whether equal ratios are equally far apart
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
                throw new IllegalArgumentException(value + " has no place on the axis " + label);
            }
        }
    }

    /**
     * A value with its spread.
     *
     * @param x what was varied
     * @param y the median
     * @param low the least
     * @param high the most
     */
    public record Point(double x, double y, double low, double high) {

        /** One value that was seen once. */
        public static Point of(double x, double y) {
            return new Point(x, y, y, y);
        }

        /** The repetitions of a measurement. */
        public static Point of(double x, Measurement measured) {
            return new Point(x, measured.median(), measured.min(), measured.max());
        }
    }

    /**
     * Points that belong together, joined by a line in their order.
     *
     * @param name in the legend
     * @param points from left to right
     */
    public record Curve(String name, List<Point> points) {
        public Curve {
            points = List.copyOf(points);
        }
    }
}
