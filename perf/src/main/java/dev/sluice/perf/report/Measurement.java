package dev.sluice.perf.report;

import com.fasterxml.jackson.annotation.JsonGetter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

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
        if (values.size() != other.values.size()) {
            throw new IllegalArgumentException(name + " and " + other.name + " have not the same repetitions");
        }
        final Double[] ratios = new Double[values.size()];
        Arrays.setAll(ratios, i -> values.get(i) / other.values.get(i));
        return new Measurement(ratioName, "x", List.of(ratios));
    }

    /** The median and the spread, as a table shows them. */
    public String shown() {
        return shown(median(), min(), max());
    }

    static String shown(double median, double min, double max) {
        return min == max ? number(median) : number(median) + " (" + number(min) + "-" + number(max) + ")";
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
