package dev.sluice.perf.tier;

import java.util.stream.Stream;
import org.apache.commons.math3.fitting.PolynomialCurveFitter;
import org.apache.commons.math3.fitting.WeightedObservedPoints;

/** A function of a list of numbers. The same code runs in process and in the service. Thread-safe. */
public enum Function {

    /** The sum of the numbers. */
    ADD("add", "adding", 1, "2-5 % work, up to 91 % tier; 1 ms became 21 ms") {
        @Override
        public double[] apply(double[] numbers) {
            double sum = 0;
            for (final double number : numbers) {
                sum += number;
            }
            return new double[] {sum};
        }
    },

    /**
     * The coefficients of the polynomial of degree 10 that fits the numbers best. The numbers are taken as values at equal steps
     * from -1 to 1.
     */
    FIT("fit", "fitting", 11, "52 % work; 26 ms became 50 ms, 13 of them serialisation") {
        @Override
        public double[] apply(double[] numbers) {
            final WeightedObservedPoints points = new WeightedObservedPoints();
            for (int i = 0; i < numbers.length; i++) {
                points.add(2.0 * i / (numbers.length - 1) - 1, numbers[i]);
            }
            return PolynomialCurveFitter.create(leastNumbers() - 1).fit(points.toList());
        }
    };

    private final String lookup;
    private final String title;
    private final int leastNumbers;
    private final String document;

    Function(String lookup, String title, int leastNumbers, String document) {
        this.lookup = lookup;
        this.title = title;
        this.leastNumbers = leastNumbers;
        this.document = document;
    }

    /** Returns the sum as a single number, or all coefficients, beginning with the constant term. */
    public abstract double[] apply(double[] numbers);

    double[][] applyToAll(double[][] lists) {
        return Stream.of(lists).map(this::apply).toArray(double[][]::new);
    }

    /** The name in URLs and in the gateway's configuration. */
    public String lookup() {
        return lookup;
    }

    String title() {
        return title;
    }

    int leastNumbers() {
        return leastNumbers;
    }

    /** The figures of a published measurement, which reports call the document. */
    String document() {
        return document;
    }
}
