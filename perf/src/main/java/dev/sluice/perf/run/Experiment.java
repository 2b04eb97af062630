package dev.sluice.perf.run;

import dev.sluice.perf.report.Report;

/** One experiment: the gateway and its baselines under the same load. */
public interface Experiment {

    /** What it is called on the command line. */
    String name();

    /**
     * Runs it.
     *
     * @throws IllegalStateException if variants that must answer alike do not
     */
    Report run(Run run) throws Exception;
}
