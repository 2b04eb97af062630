package dev.sluice.service.update;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class KeptOutcomesTest {

    private static final int LARGE = 3 * KeptOutcomes.BYTES;

    private final KeptOutcomes kept = new KeptOutcomes();

    @Test
    void shouldStartNothingMoreWhenSoManyBytesAreKeptThatAreNotOnDisk() {
        for (int last = 1; last < KeptOutcomes.MOST / 4; last++) {
            keep(last, LARGE);
        }
        assertTrue(kept.hasRoom(1_000));
        keep(KeptOutcomes.MOST / 4, LARGE);
        assertFalse(kept.hasRoom(1_000));
        kept.durable(1);
        assertTrue(kept.hasRoom(1_000));
    }

    @Test
    void shouldAskForASyncWhenSoManyBytesAreKept() {
        for (int last = 1; last < KeptOutcomes.MANY / 4; last++) {
            keep(last, LARGE);
        }
        assertFalse(kept.wantDurable());
        keep(KeptOutcomes.MANY / 4, LARGE);
        assertTrue(kept.wantDurable());
    }

    @Test
    void shouldForgetFewLargeRowsAtATimeWhenTheirResultsAreOnDisk() {
        for (int last = 1; last <= 4; last++) {
            keep(last, LARGE);
        }
        kept.durable(3);
        assertEquals(OptionalLong.empty(), kept.prunable());
        kept.durable(4);
        assertEquals(OptionalLong.of(4), kept.prunable());
    }

    private void keep(long last, int bytes) {
        kept.committed(OptionalLong.empty(), List.of(KeptOutcomes.Row.of(last, bytes)));
    }
}
