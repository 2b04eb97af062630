package dev.sluice.perf.run;

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
 * What all experiments of a run share.
 *
 * @param repetitions how often each variant is measured
 * @param seed of everything random
 * @param out where reports go; queues and database files are made below it, and deleted again
 * @param progress says what is going on
 */
public record Run(int repetitions, long seed, Path out, Progress progress) {

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
        final List<String> names = new ArrayList<>(variants.keySet());
        for (int round = 1 - warmUps; round <= repetitions; round++) {
            final List<String> order = new ArrayList<>(names);
            if (round % 2 == 0) {
                Collections.reverse(order);
            }
            for (final String name : order) {
                progress.stage(name + ": " + (round < 1 ? "warm-up" : round + " of " + repetitions));
                final double value = variants.get(name).measure();
                if (round > 0) {
                    measurements.add(name, unit, value);
                }
            }
        }
        return measurements;
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

    /** A new directory, on the disk where the reports go. */
    public Path newDirectory(String name) throws IOException {
        final Path work = Files.createDirectories(out.toAbsolutePath()).resolve("work");
        return Files.createTempDirectory(Files.createDirectories(work), name + "-");
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
