package dev.sluice.service.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.core.schedule.CallRate;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class CallRateTest {

    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final Backoff BACKOFF = new Backoff(100 * MILLI, 10 * SECOND);

    private long now = Long.MAX_VALUE - SECOND; // a monotonic clock may overflow

    @Test
    void shouldLetNoMoreCallsStartInASecondThanConfigured() {
        for (final long limit : new long[] {1, 7, 100, 1_000}) {
            final CallRate rate = rate(OptionalLong.of(limit));
            calls(rate, SECOND);
            for (int second = 0; second < 3; second++) {
                final long calls = calls(rate, SECOND);
                assertTrue(calls <= limit && calls >= limit * 9 / 10, limit + ": " + calls);
            }
        }
    }

    @Test
    void shouldNotSaveUpCallsWhileNothingIsAsked() {
        final CallRate rate = rate(OptionalLong.of(100));
        calls(rate, SECOND);
        now += 60 * SECOND;
        assertTrue(calls(rate, SECOND) <= 101);
    }

    @Test
    void shouldAdmitEverythingWithoutALimit() {
        final CallRate rate = rate(OptionalLong.empty());
        for (int i = 0; i < 10; i++) {
            assertTrue(rate.admits(now));
            rate.started(now);
        }
        assertFalse(rate.recovered(now), "it was never slowed");
    }

    @Test
    void shouldHalveTheRateAndRaiseItSteadilyUntilItIsFull() {
        final CallRate rate = rate(OptionalLong.of(100));
        calls(rate, SECOND);
        rate.slowDown(now, now);
        final long first = calls(rate, SECOND);
        assertTrue(first >= 45 && first <= 60, () -> "half, and a twentieth more a second: " + first);
        final long second = calls(rate, SECOND);
        assertTrue(second > first, () -> first + ", then " + second);
        assertFalse(rate.recovered(now));
        now += 10 * SECOND;
        assertTrue(rate.recovered(now));
        assertFalse(rate.slowed());
        assertFalse(rate.recovered(now), "only once");
    }

    @Test
    void shouldHalveAgainWhatIsSlowButNeverBelowOneCallInTheLongestBackoff() {
        final CallRate rate = rate(OptionalLong.of(1_000));
        calls(rate, SECOND);
        for (int i = 0; i < 50; i++) {
            rate.slowDown(now, now);
        }
        assertEquals(50, rate.slowdowns());
        rate.started(now);
        now += 5 * SECOND;
        assertFalse(rate.admits(now));
        now += 5 * SECOND;
        assertTrue(rate.admits(now));
    }

    @Test
    void shouldStartToRiseWhenThePauseIsOver() {
        final CallRate rate = rate(OptionalLong.of(100));
        calls(rate, SECOND);
        rate.slowDown(now, now + 60 * SECOND);
        now += 60 * SECOND;
        final long calls = calls(rate, SECOND);
        assertTrue(calls <= 60, () -> calls + " calls");
    }

    /** Starts as many as may, in a duty cycle of a tenth of a millisecond. */
    private long calls(CallRate rate, long nanos) {
        final long end = now + nanos;
        long calls = 0;
        for (; now - end < 0; now += MILLI / 10) {
            while (rate.admits(now)) {
                rate.started(now);
                calls++;
            }
        }
        return calls;
    }

    private static CallRate rate(OptionalLong callsPerSecond) {
        return new CallRate(new Resilience(BACKOFF, OptionalLong.empty(), callsPerSecond));
    }
}
