package dev.sluice.perf.report;

import com.fasterxml.jackson.annotation.JsonGetter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleBinaryOperator;

/**
 * What one variant came to, one value for each repetition.
 *
 * @param name the variant and what was measured
 * @param unit of the values
 * @param values in the order of the repetitions, at least one
 */
public record Measurement(String name, String unit, List<Double> values) {

    public Measurement {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("No value for " + name);
        }
        values = List.copyOf(values);
    }

    @JsonGetter
    public double median() {
        final double[] sorted = sorted();
        final int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    @JsonGetter
    public double min() {
        return sorted()[0];
    }

    @JsonGetter
    public double max() {
        return sorted()[values.size() - 1];
    }

    /** This divided by the other, repetition by repetition: what slows the machine down for a while slows both. */
    public Measurement over(Measurement other, String ratioName) {
        return each(other, ratioName, "x", (mine, others) -> mine / others);
    }

    /** This less the other, repetition by repetition. */
    public Measurement minus(Measurement other, String differenceName) {
        return each(other, differenceName, unit, (mine, others) -> mine - others);
    }

    private Measurement each(Measurement other, String newName, String newUnit, DoubleBinaryOperator operator) {
        if (values.size() != other.values.size()) {
            throw new IllegalArgumentException(name + " and " + other.name + " have not the same repetitions");
        }
        final Double[] results = new Double[values.size()];
        Arrays.setAll(results, i -> operator.applyAsDouble(values.get(i), other.values.get(i)));
        return new Measurement(newName, newUnit, List.of(results));
    }

    /** The median and the spread, as a table shows them. */
    public String shown() {
        return values.size() == 1
                ? number(median())
                : number(median()) + " (" + number(min()) + "-" + number(max()) + ")";
    }

    /** Three significant digits, without an exponent. */
    public static String number(double value) {
        final double size = Math.abs(value);
        if (size >= 100) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(Locale.ROOT, size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f", value);
    }

    private double[] sorted() {
        final double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        return sorted;
    }
}
