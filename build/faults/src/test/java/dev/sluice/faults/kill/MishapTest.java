package dev.sluice.faults.kill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MishapTest {

    @Test
    void shouldDealEachKindAsOftenAsItsWeightSaysAndTheSameFromTheSameSeed() {
        final List<Mishap> dealt = dealt(7, List.of(Mishap.values()), 500);
        assertEquals(EnumSet.allOf(Mishap.class), Set.copyOf(dealt));
        final List<Mishap> round = dealt(7, List.of(Mishap.GATEWAY_KILLED, Mishap.WRITER_KILLED), 4);
        assertEquals(3, Collections.frequency(round, Mishap.GATEWAY_KILLED));
        assertEquals(1, Collections.frequency(round, Mishap.WRITER_KILLED));
        assertEquals(dealt, dealt(7, List.of(Mishap.values()), 500));
        assertNotEquals(dealt, dealt(8, List.of(Mishap.values()), 500));
    }

    @Test
    void shouldDealKindsOfEqualWeightOnceEachBeforeOneComesAgain() {
        final List<Mishap> kinds = List.of(Mishap.DATABASE_KILLED, Mishap.CONNECTIONS_CUT, Mishap.CLOCK_SET);
        final List<Mishap> dealt = dealt(7, kinds, 9);
        for (int i = 0; i < 9; i += 3) {
            assertEquals(Set.copyOf(kinds), Set.copyOf(dealt.subList(i, i + 3)));
        }
    }

    private static List<Mishap> dealt(long seed, List<Mishap> kinds, int count) {
        final Mishap.Deck deck = new Mishap.Deck(kinds, new SplittableRandom(seed));
        return Stream.generate(deck::next).limit(count).toList();
    }
}
