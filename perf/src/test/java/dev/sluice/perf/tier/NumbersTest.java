package dev.sluice.perf.tier;

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class NumbersTest {

    private static final long SEED = 42;

    @Test
    void shouldRefuseAResultWhenItsLastBitIsAnother() {
        final Numbers numbers = Numbers.random(Function.FIT, 2, 20, SEED);
        final double[][] given = {numbers.results()[0], numbers.results()[1].clone()};
        numbers.check("same", given);
        given[1][10] = Math.nextUp(given[1][10]);
        assertThrows(IllegalStateException.class, () -> numbers.check("other", given));
    }
}
