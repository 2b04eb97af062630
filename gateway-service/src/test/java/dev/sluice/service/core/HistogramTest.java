package dev.sluice.service.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class HistogramTest {

    @Test
    void shouldCountAValueInTheFirstBucketThatTakesItWhenItIsOnABoundOrBesideOne() {
        for (final Histogram histogram :
                new Histogram[] {Histogram.ofTimes(), Histogram.ofSizes(), new Histogram(3, 7)}) {
            for (int bucket = 0; bucket < histogram.size(); bucket++) {
                assertCounted(histogram, histogram.bound(bucket), bucket);
                assertCounted(histogram, histogram.bound(bucket) + 1, bucket + 1);
            }
            assertCounted(histogram, 0, 0);
            assertCounted(histogram, Long.MAX_VALUE / 2, histogram.size());
        }
    }

    @Test
    void shouldAgreeWithASearchOfTheBoundsWhenValuesAreRandom() {
        final long seed = new Random().nextLong();
        final Random random = new Random(seed);
        final Histogram histogram = Histogram.ofTimes();
        for (int i = 0; i < 100_000; i++) {
            final long value = random.nextLong() >>> (1 + random.nextInt(62));
            int bucket = 0;
            while (bucket < histogram.size() && value > histogram.bound(bucket)) {
                bucket++;
            }
            final long before = histogram.count(bucket);
            histogram.add(value);
            assertEquals(before + 1, histogram.count(bucket), value + " with seed " + seed);
        }
    }

    @Test
    void shouldHaveBoundsThatPeopleReadWhenItIsOfTimes() {
        final Histogram times = Histogram.ofTimes();

        assertEquals(10_000, times.bound(0));
        assertEquals(20_000, times.bound(1));
        assertEquals(50_000, times.bound(2));
        assertEquals(1_000_000_000_000L, times.bound(times.size() - 1));
    }

    @Test
    void shouldAddUpValuesAndTakeNegativeOnesForZeroWhenAClockWasSetBack() {
        final Histogram histogram = Histogram.ofSizes();
        histogram.add(3, 4);
        histogram.add(-100);

        assertEquals(12, histogram.sum());
        assertEquals(1, histogram.count(0));
        assertEquals(4, histogram.count(2));
    }

    @Test
    void shouldRefuseBoundsWhenTwoLieBetweenPowersOfTwo() {
        assertThrows(IllegalArgumentException.class, () -> new Histogram(4, 7));
    }

    private static void assertCounted(Histogram histogram, long value, int bucket) {
        final long before = histogram.count(bucket);
        histogram.add(value);
        assertEquals(before + 1, histogram.count(bucket), value + " of bucket " + bucket);
    }

    @Test
    void shouldCountOnFromTheSumOfBothWhenTwoAreCombined() {
        final Histogram some = Histogram.ofSizes();
        final Histogram others = Histogram.ofSizes();
        some.add(3);
        others.add(3);
        others.add(100);
        final Histogram sum = some.with(others, Long::sum);
        sum.add(100);
        assertEquals(4, sum.count());
        assertEquals(206, sum.sum());
        final Histogram all = Histogram.ofSizes();
        LongStream.of(3, 3, 100, 100).forEach(all::add);
        for (int bucket = 0; bucket <= all.size(); bucket++) {
            assertEquals(all.count(bucket), sum.count(bucket), "bucket " + bucket);
        }
        assertEquals(1, some.count(), "the counts of each stay");
        assertEquals(2, others.count());
    }
}
