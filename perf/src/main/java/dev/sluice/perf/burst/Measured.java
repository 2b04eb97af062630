package dev.sluice.perf.burst;

import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What variants came to with one kind of changes.
 *
 * @param micros for each change, by variant
 * @param bursts the same bursts with all that they took, one for each repetition
 */
record Measured(Measurements micros, Map<String, List<Burst>> bursts) {

    Measurement of(String variant) {
        return micros.get(variant);
    }

    /** What the queues of a variant took, in microseconds. */
    Measurement queues(String variant, String what, ToDoubleFunction<Burst.Queues> nanos) {
        return new Measurement(
                variant + ": " + what,
                "us",
                bursts.get(variant).stream()
                        .map(burst -> nanos.applyAsDouble(burst.queues().orElseThrow()) / 1e3)
                        .toList());
    }
}
