package dev.sluice.perf.burst;

import dev.sluice.perf.lab.ProcessUse.Memory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A backlog at one time.
 *
 * @param seconds since its job began to write
 * @param written how many requests
 * @param answered how many of them, as the job has read it
 * @param writer the job's memory, while it runs
 * @param gateway its memory, while it runs
 * @param fileBytes how long the queue files are
 */
record BacklogSample(
        double seconds,
        long written,
        long answered,
        Optional<Memory> writer,
        Optional<Memory> gateway,
        long fileBytes) {

    /** How many stretches of equal length a backlog is looked at in. */
    static final int EQUAL_STEPS = 20;

    static final double MEGABYTE = 1 << 20;

    /** Something that a backlog takes, in MB. */
    record Figure(String name, Function<BacklogSample, Optional<Long>> bytes) {

        static final Figure WRITER_HEAP =
                new Figure("heap of the job", sample -> sample.writer().map(Memory::heap));
        static final Figure HEAP =
                new Figure("heap of the gateway", sample -> sample.gateway().map(Memory::heap));
        static final Figure RESIDENT = new Figure(
                "resident, gateway",
                sample -> sample.gateway().map(Memory::resident).filter(bytes -> bytes >= 0));
        static final Figure FILES = new Figure("queue files", sample -> Optional.of(sample.fileBytes()));

        Optional<Double> of(BacklogSample sample) {
            return bytes.apply(sample).map(all -> all / MEGABYTE);
        }

        List<Double> of(List<BacklogSample> samples) {
            return samples.stream().flatMap(one -> of(one).stream()).toList();
        }

        double most(List<BacklogSample> samples) {
            return of(samples).stream().max(Double::compare).orElse(0.0);
        }
    }

    /** What was answered in a stretch of time that ends at the sample. */
    record Rate(BacklogSample end, double perSecond) {}

    /** The last sample while the job was writing. */
    static BacklogSample lastWritten(List<BacklogSample> samples) {
        return samples.stream()
                .filter(one -> one.writer.isPresent())
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    long backlog() {
        return written - answered;
    }

    /** How fast it shrank, over stretches of a twentieth of all requests at least. */
    static List<Rate> rates(List<BacklogSample> samples) {
        final List<Rate> rates = new ArrayList<>();
        BacklogSample start = samples.get(0);
        for (final BacklogSample one : samples) {
            final long answered = one.answered - start.answered;
            if (answered > 0 && answered >= one.written / EQUAL_STEPS) {
                rates.add(new Rate(one, answered / (one.seconds - start.seconds)));
                start = one;
            } else if (answered == 0) {
                start = one;
            }
        }
        return rates;
    }

    /** How long the files below a directory are together. */
    static long fileBytes(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.map(Path::toFile)
                    .mapToLong(file -> file.isFile() ? file.length() : 0)
                    .sum();
        } catch (final UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
