package dev.sluice.perf.lab;

import java.util.concurrent.Callable;

/**
 * Something that is measured in turns with others.
 *
 * @param name of its measurements
 * @param turn what it does when its turn has come
 */
public record Variant(String name, Turn turn) {

    /** Does it once. */
    @FunctionalInterface
    public interface Turn {
        void take(Figures figures) throws Exception;
    }

    /** Takes what one turn came to. */
    @FunctionalInterface
    public interface Figures {
        /**
         * Adds a figure.
         *
         * @param suffix of the variant's name, such as {@code ", calls"}; empty for the main one
         */
        void add(String suffix, String unit, double value);
    }

    /** A variant with one figure, in that unit. */
    public static Variant of(String name, String unit, Callable<Double> measured) {
        return new Variant(name, figures -> figures.add("", unit, measured.call()));
    }
}
