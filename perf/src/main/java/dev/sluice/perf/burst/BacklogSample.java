package dev.sluice.perf.burst;

import dev.sluice.perf.lab.ProcessUse.Memory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The state of a backlog at one time.
 *
 * @param seconds the seconds since the job began to write
 * @param written the number of requests written
 * @param answered the number of requests whose results have been read
 * @param megabytes the use of each resource; a resource is missing if its use is unknown, for example after the job has ended
 */
record BacklogSample(double seconds, long written, long answered, Map<Figure, Double> megabytes) {

    static final double MEGABYTE = 1 << 20;

    /**
     * The number of samples while a backlog grows, and also while it shrinks. The number of requests between two samples is
     * always the same.
     */
    private static final int STEPS = 20;

    /** A resource that a backlog uses. */
    enum Figure {
        WRITER_HEAP("heap of the job"),
        HEAP("heap of the gateway"),
        RESIDENT("resident, gateway"),
        FILES("queue files");

        private final String title;

        Figure(String title) {
            this.title = title;
        }

        @Override
        public String toString() {
            return title;
        }
    }

    /**
     * Returns the memory of the job and of the gateway, if they are running, and the size of the files below the queues' path.
     */
    static Map<Figure, Double> megabytes(Optional<Memory> writer, Optional<Memory> gateway, Path queues)
            throws IOException {
        final Map<Figure, Double> megabytes = new EnumMap<>(Figure.class);
        writer.ifPresent(memory -> megabytes.put(Figure.WRITER_HEAP, memory.heap() / MEGABYTE));
        gateway.ifPresent(memory -> megabytes.put(Figure.HEAP, memory.heap() / MEGABYTE));
        gateway.map(Memory::resident)
                .filter(bytes -> bytes >= 0)
                .ifPresent(bytes -> megabytes.put(Figure.RESIDENT, bytes / MEGABYTE));
        try (Stream<Path> files = Files.walk(queues)) {
            final long bytes = files.map(Path::toFile)
                    .mapToLong(file -> file.isFile() ? file.length() : 0)
                    .sum();
            megabytes.put(Figure.FILES, bytes / MEGABYTE);
        } catch (final UncheckedIOException e) {
            throw e.getCause();
        }
        return megabytes;
    }

    static List<Double> of(List<BacklogSample> samples, Figure figure) {
        return samples.stream()
                .filter(one -> one.megabytes.containsKey(figure))
                .map(one -> one.megabytes.get(figure))
                .toList();
    }

    /** Returns the number of written or answered requests at which the next sample is taken. */
    static long next(long changed, long count) {
        final long step = changed * STEPS / count + 1;
        return Math.min(count, (step * count + STEPS - 1) / STEPS);
    }

    static BacklogSample last(List<BacklogSample> samples) {
        return samples.get(samples.size() - 1);
    }

    /** Returns the last sample that was taken while the job was writing. */
    static BacklogSample lastWritten(List<BacklogSample> samples) {
        return last(samples.stream()
                .filter(one -> one.megabytes.containsKey(Figure.WRITER_HEAP))
                .toList());
    }

    long backlog() {
        return written - answered;
    }
}
