package dev.sluice.faults.soak.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.faults.soak.measure.Samples.Series;
import dev.sluice.faults.soak.measure.Trend.Point;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Planted leaks are found, and noise is none. */
class JudgementTest {

    private static final int SEEDS = 20;
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration BRIEF = Duration.ofMinutes(2);

    @ParameterizedTest
    @EnumSource
    void shouldFindALeakWhenAnHourAddsTwiceItsAllowance(Measure measure) {
        for (long seed = 0; seed < SEEDS; seed++) {
            final List<String> found = judge(measure, HOUR, 2 * measure.allowed(), seed);
            assertEquals(1, found.size(), "seed " + seed);
            assertTrue(found.get(0).contains(measure.toString()), found::toString);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldSayFlatWhenAnHourHasOnlyNoise(Measure measure) {
        for (long seed = 0; seed < SEEDS; seed++) {
            assertEquals(
                    Verdict.FLAT,
                    Verdict.of(Trend.of(series(measure, HOUR, 0, seed)), measure.allowed()),
                    "seed " + seed);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindALeakInTwoMinutesWhenTheyAddWhatAnHourMay(Measure measure) {
        for (long seed = 0; seed < SEEDS; seed++) {
            final double anHour = 4 * measure.allowed() * HOUR.toSeconds() / BRIEF.toSeconds();
            assertEquals(1, judge(measure, BRIEF, anHour, seed).size(), "seed " + seed);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindNothingInTwoMinutesWhenTheyHaveOnlyNoise(Measure measure) {
        for (long seed = 0; seed < SEEDS; seed++) {
            assertEquals(List.of(), judge(measure, BRIEF, 0, seed), "seed " + seed);
        }
    }

    @Test
    void shouldNotCallATrendFlatWhenTheRunIsTooShortToProjectIt() {
        final List<Point> fast = series(Measure.HEAP, BRIEF, 20 * Measure.HEAP.allowed(), 1);
        assertEquals(Verdict.BOUNDED, Verdict.of(Trend.of(fast), Measure.HEAP.allowed()));
    }

    @Test
    void shouldIgnoreTheFirstQuarterAndAFewWildSamples() {
        final List<Point> samples = IntStream.range(0, 720)
                .mapToObj(i -> new Point(i / 720.0, i < 180 ? i : i % 100 == 0 ? 100_000 : 180))
                .toList();
        final Trend trend = Trend.of(samples).orElseThrow();
        assertEquals(
                List.of(180.0, 180.0, 0.0, 0.0, 0.0),
                List.of(trend.first(), trend.last(), trend.slope(), trend.low(), trend.high()));
    }

    @Test
    void shouldGiveTheSlopeWhenPointsAreOnALine() {
        final List<Point> samples = IntStream.range(0, 720)
                .mapToObj(i -> new Point(i / 720.0, 5 + 3 * i / 720.0))
                .toList();
        final Trend trend = Trend.of(samples).orElseThrow();
        assertEquals(3, trend.slope(), 1e-9);
        assertEquals(3, trend.low(), 1e-9);
        assertEquals(3, trend.high(), 1e-9);
    }

    @Test
    void shouldFindALongRunWithoutEnoughSamplesAndNoShortOne() {
        final Map<Series, List<Point>> few = Map.of(
                new Series("gateway", Measure.HEAP), List.of(new Point(0, 1), new Point(0.5, 1), new Point(1, 1)));
        assertEquals(List.of("gateway: heap after a full collection: open"), new Judgement(few, HOUR).findings());
        assertEquals(List.of(), new Judgement(few, BRIEF).findings());
        assertEquals(Verdict.OPEN, Verdict.of(Optional.empty(), 1));
    }

    @Test
    void shouldNotJudgeProcessesThatLivedForLessThanHalfOfTheRun() {
        final Map<Series, List<Point>> killed =
                Map.of(new Series("gateway 7", Measure.THREADS), series(Measure.THREADS, BRIEF, 1e6, 1));
        final Judgement judgement = new Judgement(killed, HOUR);
        assertEquals(List.of(), judgement.findings());
        assertTrue(judgement.text().contains("1 series of processes that lived for less than half"), judgement::text);
    }

    private static List<String> judge(Measure measure, Duration length, double anHour, long seed) {
        final Map<Series, List<Point>> samples =
                Map.of(new Series("gateway", measure), series(measure, length, anHour, seed));
        return new Judgement(samples, length).findings();
    }

    /** Samples each five seconds, or each second of a short run, with noise of half of what an hour may add, and a saw. */
    private static List<Point> series(Measure measure, Duration length, double anHour, long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        final int count = (int) (length == BRIEF ? length.toSeconds() : length.toSeconds() / 5);
        return IntStream.range(0, count)
                .mapToObj(i -> {
                    final double hours = (double) i / count * length.toSeconds() / HOUR.toSeconds();
                    final double noise = (random.nextDouble() + i % 10 / 10.0 - 1) * measure.allowed() / 2;
                    return new Point(hours, 100 + anHour * hours + noise);
                })
                .toList();
    }
}
