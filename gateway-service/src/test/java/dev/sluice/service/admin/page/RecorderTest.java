package dev.sluice.service.admin.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.service.admin.LaneMoves;
import dev.sluice.service.admin.ObservedLanes;
import dev.sluice.service.core.Histogram;
import dev.sluice.service.look.Status.Sample;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** The recorder keeps the last hour, by a clock that the test moves. */
class RecorderTest {

    private long seconds;

    @Test
    void shouldKeepTheLastHourAndNoMoreWhenItRunsForThree() {
        final ObservedLanes none = new ObservedLanes("kept", List.of(), new LaneMoves(), List.of());
        try (Recorder recorder = new Recorder(
                () -> Optional.of(none),
                () -> Instant.ofEpochSecond(seconds),
                () -> seconds * 1_000_000_000L,
                Executors.newSingleThreadScheduledExecutor())) {
            for (seconds = 0; seconds < 3 * 3600; seconds += Recorder.STEP_SECONDS) {
                recorder.sample();
            }
            final List<Sample> kept = recorder.samples(Instant.EPOCH);
            assertEquals(1800, kept.size());
            assertEquals(Instant.ofEpochSecond(2 * 3600), kept.get(0).at());
            assertEquals(62, recorder.lastMinute(List.of()).seconds(), 0.001);
            assertEquals(
                    kept.subList(1799, 1800), recorder.samples(kept.get(1798).at()));
        }
    }

    @Test
    void shouldTellAPercentileWithinItsBucketWhenItIsComparedWithTheSortedTimes() {
        final Random random = new Random(20261127);
        final long[] times = random.longs(10_000, 0, 400_000_000).sorted().toArray();
        final Histogram histogram = Histogram.ofTimes();
        Arrays.stream(times).forEach(histogram::add);
        for (final double quantile : new double[] {0.01, 0.25, 0.5, 0.9, 0.99}) {
            final double told = histogram.quantile(quantile).orElseThrow();
            final double sorted = times[(int) (quantile * times.length)];
            assertEquals(
                    bucket(histogram, sorted), bucket(histogram, told), quantile + ": " + told + ", sorted " + sorted);
        }
        assertEquals(Optional.empty(), Histogram.ofTimes().quantile(0.5));
    }

    private static int bucket(Histogram histogram, double value) {
        int bucket = 0;
        while (histogram.bound(bucket) < value) {
            bucket++;
        }
        return bucket;
    }
}
