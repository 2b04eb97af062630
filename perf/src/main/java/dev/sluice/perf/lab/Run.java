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
 * The settings of one run of an experiment, and the methods that measure the variants in turns.
 *
 * @param kind the kind of run, which determines the default sizes
 * @param given the sizes set on the command line, by the names of their options
 * @param repetitions the number of measurements of each variant
 * @param seed the seed of all random choices
 * @param directory the directory for queues and database files; deleted after the run
 * @param progress shows the progress
 */
public record Run(
        Size.Kind kind, Map<String, String> given, int repetitions, long seed, Path directory, Progress progress) {

    /** Measures variants in turns, as often as the run has repetitions. */
    public Measurements inTurns(String stage, int warmUps, List<Variant> variants) throws Exception {
        final Measurements measurements = new Measurements();
        inTurns(stage, warmUps, repetitions, variants, measurements);
        return measurements;
    }

    /**
     * Measures variants in turns: each round measures every variant once, and every second round does so in reverse order, so
     * that other load on the machine affects all variants alike. The first rounds only warm up, and are not counted.
     *
     * @param stage the beginning of the progress line
     * @param warmUps the number of rounds to warm up
     * @param rounds the number of rounds that are counted
     * @param measurements receives the figures
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

    /** Returns the value of a size in this run. */
    public <T> T of(Size<T> size) {
        return size.read(given.getOrDefault(size.option(), size.of(kind)));
    }

    /** Returns the conditions that are common to all experiments, such as the machine. The experiment adds its own conditions. */
    Map<String, String> conditions() {
        final Map<String, String> conditions = Machine.conditions();
        conditions.put(
                "repetitions",
                repetitions
                        + " of each variant in turns, after warming up; median (least-most); ratios are computed within"
                        + " each repetition");
        conditions.put("seed", String.valueOf(seed));
        return conditions;
    }

    /** Work that needs a directory, for example a measurement on new queues. */
    @FunctionalInterface
    public interface Inside<T> {
        T in(Path directory) throws Exception;
    }

    /** Does work in a new directory, and deletes the directory afterwards. */
    public <T> T inNewDirectory(String name, Inside<T> inside) throws Exception {
        final Path made = newDirectory(name);
        try {
            return inside.in(made);
        } finally {
            Trees.delete(made);
        }
    }

    /** Creates a new directory below the run's directory. */
    public Path newDirectory(String name) throws IOException {
        return Files.createTempDirectory(directory, name + "-");
    }
}
