package dev.sluice.perf.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ScaleTest {

    @Test
    void shouldBeginAtZeroWhenItIsLinear() {
        final Scale scale = Scale.of(Plot.Axis.linear("s"), new double[] {3, 11.5});

        assertEquals(List.of(0.0, 2.0, 4.0, 6.0, 8.0, 10.0, 12.0), scale.marks());
        assertEquals(0.5, scale.at(6), 1e-9);
    }

    @Test
    void shouldPlaceEqualRatiosEquallyFarApartWhenItIsLogarithmic() {
        final Scale scale = Scale.of(Plot.Axis.log("s"), new double[] {1, 100});

        assertEquals(List.of(1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0), scale.marks());
        assertEquals(0.5, scale.at(10), 1e-9);
    }

    @Test
    void shouldMarkDecadesOnlyWhenThereAreMany() {
        assertEquals(
                List.of(1.0, 10.0, 100.0, 1000.0, 10_000.0),
                Scale.of(Plot.Axis.log("s"), new double[] {1, 10_000}).marks());
    }

    @Test
    void shouldHaveAPlaceForEachValueWhateverTheValues() {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            final double size = Math.pow(10, random.nextInt(16) - 6);
            final double[] values =
                    random.doubles(1 + random.nextInt(4), size / 50, size).toArray();
            for (final boolean logarithmic : List.of(true, false)) {
                final Scale scale = Scale.of(new Plot.Axis("any", logarithmic), values);
                for (final double value : values) {
                    final double at = scale.at(value);
                    assertTrue(at >= -1e-9 && at <= 1 + 1e-9, "seed " + seed + ": " + value + " on " + scale);
                }
                final int marks = scale.marks().size();
                assertTrue(marks >= 2 && marks <= 15, "seed " + seed + ": " + scale.marks());
            }
        }
    }
}
