package dev.sluice.perf.letters;

import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Plot;
import dev.sluice.perf.report.Table;
import java.util.List;

/**
 * A part of the report.
 *
 * @param targets rows of the table of targets: what, its ratio, and what it should be
 */
record LettersPart(Table table, List<Measurement> measurements, Plot plot, List<Target> targets) {

    LettersPart {
        measurements = List.copyOf(measurements);
        targets = List.copyOf(targets);
    }

    /**
     * A figure to reach.
     *
     * @param ratio of times, in each repetition
     * @param figure such as "at least 4"
     */
    record Target(Measurement ratio, String figure) {}
}
