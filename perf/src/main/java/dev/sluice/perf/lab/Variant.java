package dev.sluice.perf.lab;

import java.util.concurrent.Callable;

/**
 * A variant of an experiment. The variants of an experiment are measured in turns.
 *
 * @param name the name of the variant's measurements
 * @param turn measures the variant once
 */
public record Variant(String name, Turn turn) {

    /** Measures a variant once. */
    @FunctionalInterface
    public interface Turn {
        void take(Figures figures) throws Exception;
    }

    /** Receives the figures of one turn. */
    @FunctionalInterface
    public interface Figures {
        /**
         * Adds a figure.
         *
         * @param suffix appended to the variant's name, for example {@code ", calls"}; empty for the main figure
         */
        void add(String suffix, String unit, double value);
    }

    /** Returns a variant with one figure in the given unit. */
    public static Variant of(String name, String unit, Callable<Double> measured) {
        return new Variant(name, figures -> figures.add("", unit, measured.call()));
    }
}
