package dev.sluice.perf.lab;

import dev.sluice.perf.report.Measurements;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What an experiment is run with.
 *
 * @param sizes how much is measured
 * @param repetitions how often each variant is measured
 * @param seed of everything random
 * @param directory for queues and database files; deleted after the run
 * @param progress says what is going on
 */
public record Run(Sizes sizes, int repetitions, long seed, Path directory, Progress progress) {

    /** A variant under measurement. */
    @FunctionalInterface
    public interface Variant {
        /** Does it once and says what it came to, in the unit of the measurement. */
        double measure() throws Exception;
    }

    /**
     * Measures variants in turns, every other time in the opposite order: what else the machine does meets all of them.
     * The first rounds warm up and are not counted.
     */
    public Measurements inTurns(String unit, int warmUps, Map<String, Variant> variants) throws Exception {
        final Measurements measurements = new Measurements();
        takeTurns("", warmUps, repetitions, List.copyOf(variants.keySet()), (name, kept) -> {
            final double value = variants.get(name).measure();
            if (kept) {
                measurements.add(name, unit, value);
            }
        });
        return measurements;
    }

    /** What is done with each variant in its turn. */
    @FunctionalInterface
    public interface Turn<T> {
        /** @param kept whether it counts: the first rounds do not */
        void take(T variant, boolean kept) throws Exception;
    }

    /** Has variants, which are known by what their toString says, take turns like that. */
    public <T> void takeTurns(String stage, int warmUps, int rounds, List<T> variants, Turn<T> turn) throws Exception {
        for (int round = 1 - warmUps; round <= rounds; round++) {
            final List<T> order = new ArrayList<>(variants);
            if (round % 2 == 0) {
                Collections.reverse(order);
            }
            for (final T variant : order) {
                progress.stage(stage + variant + ": " + (round < 1 ? "warm-up" : round + " of " + rounds));
                turn.take(variant, round > 0);
            }
        }
    }

    /** The value of a size in this run. */
    public <T> T of(Size<T> size) {
        return sizes.of(size);
    }

    public boolean full() {
        return sizes.kind() == Sizes.Kind.FULL;
    }

    /** Machine, versions and what all experiments have in common; the experiment adds its sizes. */
    public Map<String, String> conditions() {
        final Map<String, String> conditions = Machine.conditions();
        conditions.put(
                "repetitions",
                repetitions
                        + " of each variant in turns, after warming up; median (least-most); ratios are formed within"
                        + " each repetition");
        conditions.put("seed", String.valueOf(seed));
        return conditions;
    }

    /** A new directory below that of the run. */
    public Path newDirectory(String name) throws IOException {
        return Files.createTempDirectory(directory, name + "-");
    }

    /** Deletes a directory and everything in it, if it exists. */
    public static void delete(Path directory) {
        if (Files.notExists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (final Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
