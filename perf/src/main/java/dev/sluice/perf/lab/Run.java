package dev.sluice.perf.lab;

import dev.sluice.perf.report.Measurements;
import dev.sluice.testsupport.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * The settings of a run, and its turns.
 *
 * @param kind how much is measured
 * @param given sizes that the command line gives instead, by the names of their options
 * @param repetitions how often each variant is measured
 * @param seed of everything random
 * @param directory for queues and database files; deleted after the run
 * @param progress says what is going on
 */
public record Run(
        Size.Kind kind, Map<String, String> given, int repetitions, long seed, Path directory, Progress progress) {

    /** Measures variants in turns, as often as the run says. */
    public Measurements inTurns(String stage, int warmUps, List<Variant> variants) throws Exception {
        final Measurements measurements = new Measurements();
        inTurns(stage, warmUps, repetitions, variants, measurements);
        return measurements;
    }

    /**
     * Measures variants in turns, every other time in the opposite order: what else the machine does meets all of them.
     * The first rounds warm up and are not counted.
     */
    public void inTurns(String stage, int warmUps, int rounds, List<Variant> variants, Measurements measurements)
            throws Exception {
        for (int round = 1 - warmUps; round <= rounds; round++) {
            final boolean counts = round > 0;
            final List<Variant> order = new ArrayList<>(variants);
            if (round % 2 == 0) {
                Collections.reverse(order);
            }
            for (final Variant variant : order) {
                progress.stage(stage + variant.name() + ": " + (counts ? round + " of " + rounds : "warm-up"));
                variant.turn().take((suffix, unit, value) -> {
                    if (counts) {
                        measurements.add(variant.name() + suffix, unit, value);
                    }
                });
            }
        }
    }

    /** The value of a size in this run. */
    public <T> T of(Size<T> size) {
        return size.read(given.getOrDefault(size.option(), size.of(kind)));
    }

    /** Machine, versions and what all experiments have in common; the experiment adds its sizes. */
    Map<String, String> conditions() {
        final Map<String, String> conditions = Machine.conditions();
        conditions.put(
                "repetitions",
                repetitions
                        + " of each variant in turns, after warming up; median (least-most); ratios are formed within"
                        + " each repetition");
        conditions.put("seed", String.valueOf(seed));
        return conditions;
    }

    /** Work in a directory, such as measuring over new queues. */
    @FunctionalInterface
    public interface Inside<T> {
        T in(Path directory) throws Exception;
    }

    /** Does something in a new directory, which is deleted afterwards. */
    public <T> T inNewDirectory(String name, Inside<T> inside) throws Exception {
        final Path made = newDirectory(name);
        try {
            return inside.in(made);
        } finally {
            Trees.delete(made);
        }
    }

    /** A new directory below that of the run. */
    public Path newDirectory(String name) throws IOException {
        return Files.createTempDirectory(directory, name + "-");
    }
}
