package dev.sluice.perf.lab;

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

    /** Does it once and returns what it came to. */
    @FunctionalInterface
    public interface Measured {
        double measure() throws Exception;
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
    public static Variant of(String name, String unit, Measured measured) {
        return new Variant(name, figures -> figures.add("", unit, measured.measure()));
    }
}
