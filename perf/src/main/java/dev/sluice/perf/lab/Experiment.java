package dev.sluice.perf.lab;

import dev.sluice.perf.report.Findings;
import java.util.List;

/** One experiment: the gateway and its baselines under the same load. */
public interface Experiment {

    /** The name on the command line. */
    String name();

    /** What it compares, in one line. */
    String title();

    /** All that its command has as options. */
    List<Size<?>> sizes();

    /**
     * Runs it. What is left in the run's directory is deleted afterwards.
     *
     * @param findings take what was measured, as it is to be shown
     * @throws IllegalArgumentException if the sizes cannot be
     * @throws IllegalStateException if variants that must answer alike do not
     */
    void run(Run run, Findings findings) throws Exception;
}
