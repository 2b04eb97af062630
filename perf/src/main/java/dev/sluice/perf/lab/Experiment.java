package dev.sluice.perf.lab;

import dev.sluice.perf.report.Findings;

/**
 * An experiment, which measures the gateway beside its baselines.
 *
 * @param name its name on the command line
 * @param title what it compares, in one line
 * @param sizes the options of its command
 * @param body the code that measures
 */
public record Experiment(String name, String title, Sizes sizes, Body body) {

    /** The code that carries out an experiment. */
    @FunctionalInterface
    public interface Body {
        /**
         * Measures. The run's directory is deleted afterwards.
         *
         * @param findings receives the figures in the form in which the report shows them
         * @throws IllegalArgumentException if the sizes are impossible
         * @throws IllegalStateException if variants give different answers
         */
        void run(Run run, Findings findings) throws Exception;
    }
}
