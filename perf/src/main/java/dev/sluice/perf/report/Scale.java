package dev.sluice.perf.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Where the values of an axis lie, and which of them are marked.
 *
 * @param logarithmic whether equal ratios are equally far apart
 * @param least at the beginning of the axis
 * @param most at its end
 */
record Scale(boolean logarithmic, double least, double most) {

    private static final double[] STEPS = {1, 2, 5, 10};
    private static final int MARKS = 6;
    private static final int FEW_DECADES = 3;

    /** One that has room for those values; a linear one begins at zero unless some are below. */
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
        final List<Double> around = new ArrayList<>();
        for (double decade = decade(low); decade <= high * 10; decade *= 10) {
            for (final double step : List.of(1.0, 2.0, 5.0)) {
                around.add(step * decade);
            }
        }
        final double from =
                around.stream().filter(mark -> mark <= low).max(Double::compare).orElse(low);
        final double to = around.stream()
                .filter(mark -> mark >= high && mark > from)
                .min(Double::compare)
                .orElse(high);
        return new Scale(true, from, to);
    }

    /** From 0 at the beginning of the axis to 1 at its end. */
    double at(double value) {
        return logarithmic ? Math.log(value / least) / Math.log(most / least) : (value - least) / (most - least);
    }

    /** The values to be marked, in ascending order. */
    List<Double> marks() {
        final List<Double> marks = new ArrayList<>();
        if (logarithmic) {
            final List<Double> steps = most / least > Math.pow(10, FEW_DECADES) ? List.of(1.0) : List.of(1.0, 2.0, 5.0);
            for (double decade = decade(least); decade <= most * 1.001; decade *= 10) {
                for (final double step : steps) {
                    add(marks, step * decade);
                }
            }
        } else {
            final double step = step(least, most);
            for (int i = 0; least + i * step <= most + step / 2; i++) {
                add(marks, least + i * step);
            }
        }
        return marks;
    }

    private void add(List<Double> marks, double mark) {
        if (at(mark) > -1e-9 && at(mark) < 1 + 1e-9) {
            marks.add(mark);
        }
    }

    private static double decade(double value) {
        return Math.pow(10, Math.floor(Math.log10(value) + 1e-9));
    }

    private static double step(double low, double high) {
        final double rough = (high - low) / MARKS;
        final double decade = decade(rough);
        for (final double step : STEPS) {
            if (step * decade >= rough * 0.999) {
                return step * decade;
            }
        }
        return 10 * decade;
    }
}
