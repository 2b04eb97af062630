package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.api.Position;
import dev.sluice.internal.queue.files.Positions;
import dev.sluice.internal.queue.files.RollCycleName;
import net.openhft.chronicle.queue.RollCycle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PositionTest {

    @ParameterizedTest
    @ValueSource(strings = {"FAST_DAILY", "FAST_HOURLY", "FIVE_MINUTELY", "TEST_SECONDLY"})
    void shouldComeBackFromItsText(String name) {
        final RollCycle cycle = RollCycleName.parse(name);
        final long index = cycle.toIndex(20412, 17);

        final String text = Positions.of(index, cycle).toString();

        assertEquals("20412:17", text);
        assertEquals(index, Positions.index(Position.parse(text), cycle));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "17", "1:", ":1", "-1:2", "1:2:3", "0x1:2", "99999999999:1", "1:99999999999999999999"})
    void shouldRefuseOtherTextWithTheText(String text) {
        final var e = assertThrows(IllegalArgumentException.class, () -> Position.parse(text));
        assertEquals(true, e.getMessage().contains("'" + text + "'"), e.getMessage());
    }

    @Test
    void shouldRefuseASequenceThatTheRollCycleCannotHave() {
        final RollCycle cycle = RollCycleName.parse("FAST_DAILY");
        assertThrows(IllegalArgumentException.class, () -> Positions.index(new Position(1, Long.MAX_VALUE), cycle));
    }
}
