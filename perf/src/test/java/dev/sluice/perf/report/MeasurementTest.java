package dev.sluice.perf.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class MeasurementTest {

    @Test
    void shouldShowMedianAndSpreadWhenThereAreSeveralValues() {
        final Measurement measurement = new Measurement("lookup", "us", List.of(3.0, 1.0, 200.0));

        assertEquals("3.00 (1.00-200)", measurement.shown());
    }

    @Test
    void shouldTakeTheMiddleOfTwoWhenTheNumberOfValuesIsEven() {
        assertEquals(2.5, new Measurement("lookup", "us", List.of(9.0, 1.0, 2.0, 3.0)).median());
    }

    @Test
    void shouldFormRatiosWithinEachRepetitionWhenOneIsDividedByTheOther() {
        final Measurement slowLater = new Measurement("a", "us", List.of(2.0, 20.0));
        final Measurement alsoSlowLater = new Measurement("b", "us", List.of(1.0, 10.0));

        assertEquals(List.of(2.0, 2.0), slowLater.over(alsoSlowLater, "ratio").values());
    }

    @Test
    void shouldFormDifferencesWithinEachRepetitionWhenOneIsTakenFromTheOther() {
        final Measurement all = new Measurement("a", "us", List.of(3.0, 30.0));
        final Measurement part = new Measurement("b", "us", List.of(1.0, 31.0));

        assertEquals(new Measurement("rest", "us", List.of(2.0, -1.0)), all.minus(part, "rest"));
    }

    @Test
    void shouldRefuseRatiosWhenTheRepetitionsDiffer() {
        final Measurement two = new Measurement("a", "us", List.of(2.0, 20.0));
        final Measurement one = new Measurement("b", "us", List.of(1.0));

        assertThrows(IllegalArgumentException.class, () -> two.over(one, "ratio"));
    }

    @Test
    void shouldShowThreeDigitsWhenANumberIsShown() {
        assertEquals(
                List.of("0.123", "1.23", "12.3", "123", "12,346"),
                List.of(0.1234, 1.234, 12.34, 123.4, 12345.6).stream()
                        .map(Measurement::number)
                        .toList());
    }
}
