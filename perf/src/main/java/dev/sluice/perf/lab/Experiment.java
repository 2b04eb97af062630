package dev.sluice.perf.lab;

import dev.sluice.perf.report.Findings;

/**
 * Something that is measured beside its baselines.
 *
 * @param name on the command line
 * @param title what it compares, in one line
 * @param sizes the options of its command
 * @param body measures
 */
public record Experiment(String name, String title, Sizes sizes, Body body) {

    /** The measuring of an experiment. */
    @FunctionalInterface
    public interface Body {
        /**
         * Measures. What is left in the run's directory is deleted afterwards.
         *
         * @param findings take what was measured, as it is to be shown
         * @throws IllegalArgumentException if the sizes cannot be
         * @throws IllegalStateException if variants that must answer alike do not
         */
        void run(Run run, Findings findings) throws Exception;
    }
}
