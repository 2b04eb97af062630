package dev.sluice.replay.export.mask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.OtherValue;
import dev.sluice.replay.AllKinds;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PseudonymsTest {

    private static final byte[] KEY = "a key of some bytes".getBytes();

    private final Pseudonyms pseudonyms = new Pseudonyms(KEY);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 9, 10, 90, 255, 256, 257, 900})
    void shouldGiveEachNumberAnotherPlaceInItsRange(long limit) {
        final KeyedHash hash = new KeyedHash(KEY);
        final Set<Long> places = new HashSet<>();
        for (long number = 0; number < limit; number++) {
            final long place = hash.permuted("some", number, limit);
            assertTrue(place >= 0 && place < limit, () -> place + " of " + limit);
            places.add(place);
        }
        assertEquals(limit, places.size());
    }

    @Test
    void shouldNeverMakeTwoNumbersOneAndKeepSignAndDigits() {
        final Set<Object> others = new HashSet<>();
        int numbers = 0;
        for (long number = -12_000; number <= 12_000; number++) {
            final long other = (Long) pseudonyms.of(number);
            assertEquals(
                    Long.toString(number).length(), Long.toString(other).length(), () -> "for some of that length");
            others.add(other);
            numbers++;
        }
        assertEquals(numbers, others.size());
    }

    @Test
    void shouldTakeLongsOfAnySize() {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            final long number = random.nextLong() >> random.nextInt(64);
            final long other = (Long) pseudonyms.of(number);
            assertEquals(Long.toString(number).length(), Long.toString(other).length(), "seed " + seed);
            assertEquals(Long.signum(number) < 0, Long.signum(other) < 0, "seed " + seed);
        }
        pseudonyms.of(Long.MIN_VALUE);
    }

    @Test
    void shouldKeepTheTypeOfEveryValueAndGiveTheSameForTheSame() {
        for (final Object value : AllKinds.VALUES) {
            final Object other = pseudonyms.of(value);
            if (value == null) {
                assertEquals(null, other);
                continue;
            }
            assertEquals(value.getClass(), other.getClass());
            final Object again = new Pseudonyms(KEY).of(value);
            assertTrue(Arrays.deepEquals(new Object[] {other}, new Object[] {again}), value::toString);
        }
        assertEquals("interval", ((OtherValue) pseudonyms.of(new OtherValue("interval", "3 days"))).typeName());
    }

    @Test
    void shouldTellNothingWithAnotherKey() {
        final Pseudonyms others = new Pseudonyms("another key of some bytes".getBytes());
        for (final Object value : List.of("Müller", 4711_4711_4711L, new BigDecimal("123456789.01"))) {
            assertNotEquals(pseudonyms.of(value), others.of(value));
            assertNotEquals(value, pseudonyms.of(value));
        }
    }

    @Test
    void shouldKeepScaleAndDigitsOfDecimals() {
        final BigDecimal price = (BigDecimal) pseudonyms.of(new BigDecimal("-1234.50"));
        assertEquals(2, price.scale());
        assertEquals(6, price.precision());
        assertEquals(-1, price.signum());
        final BigDecimal large = (BigDecimal) pseudonyms.of(new BigDecimal("9".repeat(40)));
        assertEquals(40, large.precision());
    }

    @Test
    void shouldMakeShortTextsLongerSoThatFewMeet() {
        final Set<Object> others = new HashSet<>();
        for (char letter = 'a'; letter <= 'z'; letter++) {
            others.add(pseudonyms.of(String.valueOf(letter)));
        }
        assertEquals(26, others.size());
        assertEquals(50, ((String) pseudonyms.of("x".repeat(50))).length());
        assertEquals("", pseudonyms.of(""));
    }
}
