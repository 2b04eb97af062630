package dev.sluice.perf.burst;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * A backlog at one time.
 *
 * @param seconds since its job began to write
 * @param written how many requests
 * @param answered how many of them, as the job has read it
 * @param writerHeap bytes of the job's heap in use after a collection, while it runs
 * @param gateway its memory, while it runs
 * @param fileBytes how long the queue files are
 */
record BacklogSample(
        double seconds,
        long written,
        long answered,
        OptionalLong writerHeap,
        Optional<Gateway> gateway,
        long fileBytes) {

    static final Function<BacklogSample, OptionalDouble> WRITER_HEAP = sample ->
            sample.writerHeap().stream().mapToDouble(BacklogSample::megabytes).findFirst();
    static final Function<BacklogSample, OptionalDouble> HEAP = sample ->
            sample.gateway().stream().mapToDouble(one -> megabytes(one.heap())).findFirst();
    static final Function<BacklogSample, OptionalDouble> RESIDENT = sample -> sample.gateway().stream()
            .filter(one -> one.resident() >= 0)
            .mapToDouble(one -> megabytes(one.resident()))
            .findFirst();

    private static final double MEGABYTE = 1 << 20;

    /**
     * A gateway's memory.
     *
     * @param heap bytes in use after a collection
     * @param resident bytes of the process, mapped queue files included
     */
    record Gateway(long heap, long resident) {}

    /** What was answered in a stretch of time that ends at the sample. */
    record Rate(BacklogSample end, double perSecond) {}

    static double megabytes(long bytes) {
        return bytes / MEGABYTE;
    }

    /** The last sample while the job was writing. */
    static BacklogSample lastWritten(List<BacklogSample> samples) {
        return samples.stream()
                .filter(one -> one.writerHeap().isPresent())
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
            if (answered > 0 && answered >= one.written / BacklogMarks.EQUAL_STEPS) {
                rates.add(new Rate(one, answered / (one.seconds - start.seconds)));
                start = one;
            } else if (answered == 0) {
                start = one;
            }
        }
        return rates;
    }
}
