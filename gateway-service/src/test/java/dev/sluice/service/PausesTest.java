package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PausesTest {

    /** Once they have ended nobody waits for them. */
    @Test
    void shouldDoubleUpToTheLongest() {
        final Pauses pauses = new Pauses();
        pauses.end();
        final List<Long> seen = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            seen.add(pauses.nextMillis());
            assertFalse(pauses.await());
        }
        assertEquals(List.of(2_000L, 4_000L, 8_000L, 16_000L, 30_000L, 30_000L), seen);
    }
}
