package dev.sluice.service.core;

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

    @Test
    void shouldShortenAPauseByChanceByUpToHalfAndTheSameChanceByTheSame() {
        final Backoff backoff = new Backoff(1_000, 100_000);
        long least = Long.MAX_VALUE;
        long most = 0;
        for (long chance = -500; chance < 500; chance++) {
            final long pause = backoff.pauseNanos(3, chance);
            assertEquals(pause, backoff.pauseNanos(3, chance));
            least = Math.min(least, pause);
            most = Math.max(most, pause);
        }
        assertTrue(least > 2_000 && least < 2_100, "the least is " + least);
        assertTrue(most <= 4_000 && most > 3_900, "the most is " + most);
        assertEquals(1, new Backoff(1, 1).pauseNanos(1, 7), "no pause is none");
    }
}
