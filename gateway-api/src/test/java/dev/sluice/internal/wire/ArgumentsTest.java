package dev.sluice.internal.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArgumentsTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 14, 15, 16, 1_000})
    void shouldBeOneKeyWhenTheNumbersOfAListAreTheSame(int size) {
        final Arguments key = Arguments.of((Object) numbers(size));

        assertEquals(key, Arguments.of((Object) numbers(size)));
        assertEquals(key.hashCode(), Arguments.of((Object) numbers(size)).hashCode());
        assertNotEquals(key, Arguments.of((Object) numbers(size + 1)));
    }

    @Test
    void shouldSpreadOverHashesWhenLongKeysDifferInOneNumber() {
        final Set<Integer> hashes = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            final double[] numbers = numbers(1_000);
            numbers[i] = -1;
            hashes.add(Arguments.of((Object) numbers).hashCode());
        }

        assertTrue(hashes.size() > 990, () -> hashes.size() + " hashes of 1,000 keys");
    }

    private static double[] numbers(int size) {
        final double[] numbers = new double[size];
        for (int i = 0; i < size; i++) {
            numbers[i] = i;
        }
        return numbers;
    }
}
