package dev.sluice.perf.report;

import com.fasterxml.jackson.annotation.JsonGetter;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleBinaryOperator;

/**
 * The values measured for one variant, one for each repetition.
 *
 * @param name the name of the variant and of the measured quantity
 * @param unit the unit of the values
 * @param values the values in the order of the repetitions; at least one
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
        final double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    @JsonGetter
    public double min() {
        return Collections.min(values);
    }

    @JsonGetter
    public double max() {
        return Collections.max(values);
    }

    /**
     * Divides this measurement by another one, repetition by repetition, because a temporary slowdown of the machine affects both
     * values of a repetition alike.
     */
    public Measurement over(Measurement other, String ratioName) {
        return with(other, ratioName, "x", (one, two) -> one / two);
    }

    /** Subtracts another measurement from this one, repetition by repetition. */
    public Measurement minus(Measurement other, String differenceName) {
        return with(other, differenceName, unit, (one, two) -> one - two);
    }

    private Measurement with(Measurement other, String newName, String newUnit, DoubleBinaryOperator operator) {
        if (values.size() != other.values.size()) {
            throw new IllegalArgumentException(name + " and " + other.name + " have different numbers of repetitions");
        }
        final Double[] both = new Double[values.size()];
        Arrays.setAll(both, i -> operator.applyAsDouble(values.get(i), other.values.get(i)));
        return new Measurement(newName, newUnit, List.of(both));
    }

    /** Formats the median and the spread for a table. */
    public String shown() {
        return min() == max() ? number(median()) : number(median()) + " (" + number(min()) + "-" + number(max()) + ")";
    }

    /** Formats a number with about three significant digits and without an exponent. */
    public static String number(double value) {
        final double size = Math.abs(value);
        if (size >= 100) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(Locale.ROOT, size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f", value);
    }
}
