package dev.sluice.faults.kill.growth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.faults.kill.growth.Usage.Series;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GrowthTest {

    private static final Duration BRIEF = Growth.SHORTEST.minusSeconds(1);

    @ParameterizedTest
    @EnumSource
    void shouldFindWhatGrewWhenItIsMoreThanAllowed(Measure measure) {
        final Growth growth = growth(measure, measure.allowed() + 1, Growth.SHORTEST);
        assertEquals(List.of("gateway: " + measure), growth.found());
        assertEquals("grew beyond what is allowed: gateway: " + measure, last(growth));
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindNothingWhenItIsAsMuchAsAllowed(Measure measure) {
        final Growth growth = growth(measure, measure.allowed(), Growth.SHORTEST);
        assertEquals(List.of(), growth.found());
        assertEquals("nothing grew beyond what is allowed", last(growth));
    }

    @Test
    void shouldFindNothingWhenLessIsUsed() {
        assertEquals(List.of(), growth(Measure.HANDLES, -50, Growth.SHORTEST).found());
    }

    @Test
    void shouldShowTheGrowthAndNotJudgeItWhenTheRunIsShort() {
        final Growth growth = growth(Measure.HEAP, 40L << 20, BRIEF);
        assertEquals(List.of(), growth.found());
        final String row = growth.lines().get(1);
        assertTrue(row.matches(" *gateway: heap after a full collection, MB +100 +140 +40 +16"), row);
        assertEquals("growth is not judged, because this run took less than 10 minutes", last(growth));
    }

    private static String last(Growth growth) {
        final List<String> lines = growth.lines();
        return lines.get(lines.size() - 1);
    }

    private static Growth growth(Measure measure, long more, Duration run) {
        final Series series = new Series("gateway", measure);
        final long before = 100L << 20;
        return new Growth(new Usage(Map.of(series, before)), new Usage(Map.of(series, before + more)), run);
    }
}
