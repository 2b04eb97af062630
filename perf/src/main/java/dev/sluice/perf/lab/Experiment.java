package dev.sluice.perf.lab;

import dev.sluice.perf.report.Findings;

/**
 * An experiment, which measures the gateway and its baselines, and compares them.
 *
 * @param name the name of the experiment on the command line
 * @param title what the experiment compares, in one line
 * @param sizes the options of the experiment's command
 * @param body the code that measures
 */
public record Experiment(String name, String title, Sizes sizes, Body body) {

    /** The code that carries out an experiment. */
    @FunctionalInterface
    public interface Body {
        /**
         * Measures all variants. The run's directory is deleted afterwards.
         *
         * @param findings receives the figures, tables and plots of the report
         * @throws IllegalArgumentException if the sizes are impossible
         * @throws IllegalStateException if variants give different answers
         */
        void run(Run run, Findings findings) throws Exception;
    }
}
