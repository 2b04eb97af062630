package dev.sluice.faults.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MishapTest {

    @Test
    void shouldLeaveOutWhatCannotHappenToOneBroker() {
        assertEquals(
                EnumSet.complementOf(EnumSet.of(Mishap.BROKERS_KILLED, Mishap.BROKER_LINK_CUT)),
                Set.copyOf(Mishap.with(1)));
        assertEquals(EnumSet.allOf(Mishap.class), Set.copyOf(Mishap.with(3)));
    }

    @Test
    void shouldDrawEachOfThemAndTheSameFromTheSameSeed() {
        final List<Mishap> drawn = drawn(7);
        assertEquals(EnumSet.allOf(Mishap.class), Set.copyOf(drawn));
        assertEquals(drawn, drawn(7));
    }

    private static List<Mishap> drawn(long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        return IntStream.range(0, 1_000)
                .mapToObj(i -> Mishap.draw(Mishap.with(3), random))
                .toList();
    }
}
