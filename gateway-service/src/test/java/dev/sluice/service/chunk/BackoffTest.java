package dev.sluice.service.chunk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BackoffTest {

    @Test
    void shouldDoubleUpToTheLongest() {
        final Backoff backoff = new Backoff(100, 1_000);
        assertEquals(100, backoff.pauseNanos(1));
        assertEquals(200, backoff.pauseNanos(2));
        assertEquals(800, backoff.pauseNanos(4));
        assertEquals(1_000, backoff.pauseNanos(5));
    }

    @Test
    void shouldStayAtTheLongestHoweverManyAttemptsFailed() {
        final Backoff backoff = new Backoff(3, Long.MAX_VALUE);
        for (int attempts = 1; attempts < 200; attempts++) {
            final long pause = backoff.pauseNanos(attempts);
            assertTrue(pause >= 3, "pause " + pause + " after " + attempts);
        }
        assertEquals(1_000, new Backoff(100, 1_000).pauseNanos(Integer.MAX_VALUE));
    }

    @Test
    void shouldRefusePausesThatAreNone() {
        assertThrows(IllegalArgumentException.class, () -> new Backoff(0, 1));
        assertThrows(IllegalArgumentException.class, () -> new Backoff(2, 1));
    }
}
