package dev.sluice.perf.report;

import java.util.List;
import java.util.stream.DoubleStream;

/**
 * The scale of an axis: it computes the positions of values and chooses the values to mark.
 *
 * @param logarithmic whether the scale is logarithmic
 * @param least the value at the beginning of the axis
 * @param most the value at the end of the axis
 */
record Scale(boolean logarithmic, double least, double most) {

    private static final double[] STEPS = {1, 2, 5};
    private static final int MARKS = 6;
    private static final double MANY_DECADES = 1_000;

    /** Returns a scale that covers the given values. A linear scale begins at zero unless a value is negative. */
    static Scale of(Plot.Axis axis, double[] values) {
        final double low = DoubleStream.of(values).min().orElse(axis.logarithmic() ? 1 : 0);
        final double high = DoubleStream.of(values).max().orElse(1);
        return axis.logarithmic() ? logarithmic(low, high) : linear(Math.min(0, low), high);
    }

    private static Scale linear(double low, double high) {
        final double step = step(low, high == low ? low + 1 : high);
        return new Scale(false, Math.floor(low / step) * step, Math.max(Math.ceil(high / step), low / step + 1) * step);
    }

    private static Scale logarithmic(double low, double high) {
        final double from =
                ladder(low, high * 10, STEPS).filter(mark -> mark <= low).max().orElse(low);
        final double to = ladder(low, high * 10, STEPS)
                .filter(mark -> mark >= high && mark > from)
                .min()
                .orElse(high);
        return new Scale(true, from, to);
    }

    /** Returns the products of the given steps and the powers of ten in the range. */
    private static DoubleStream ladder(double low, double high, double... steps) {
        return DoubleStream.iterate(decade(low), decade -> decade <= high * 1.001, decade -> decade * 10)
                .flatMap(decade -> DoubleStream.of(steps).map(step -> step * decade));
    }

    /** Returns the position of a value, from 0 at the beginning of the axis to 1 at its end. */
    double at(double value) {
        return logarithmic ? Math.log(value / least) / Math.log(most / least) : (value - least) / (most - least);
    }

    /** Returns the values to mark, in ascending order. */
    List<Double> marks() {
        final double step = step(least, most);
        final DoubleStream marks = logarithmic
                ? most / least > MANY_DECADES ? ladder(least, most, 1) : ladder(least, most, STEPS)
                : DoubleStream.iterate(least, mark -> mark <= most + step / 2, mark -> mark + step);
        return marks.filter(mark -> at(mark) > -1e-9 && at(mark) < 1 + 1e-9)
                .boxed()
                .toList();
    }

    private static double decade(double value) {
        return Math.pow(10, Math.floor(Math.log10(value) + 1e-9));
    }

    private static double step(double low, double high) {
        final double rough = (high - low) / MARKS;
        final double decade = decade(rough);
        return DoubleStream.of(STEPS)
                .map(step -> step * decade)
                .filter(step -> step >= rough * 0.999)
                .findFirst()
                .orElse(10 * decade);
    }
}
