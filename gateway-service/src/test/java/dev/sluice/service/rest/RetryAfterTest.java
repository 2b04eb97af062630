package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.service.rest.http.RetryAfter;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RetryAfterTest {

    private static final Instant NOW = Instant.parse("2026-07-01T12:00:00Z");

    private static OptionalLong nanos(String value) {
        return RetryAfter.nanos(value, Optional.empty(), NOW);
    }

    private static OptionalLong after(Duration duration) {
        return OptionalLong.of(duration.toNanos());
    }

    @Test
    void shouldReadSeconds() {
        assertEquals(after(Duration.ofSeconds(120)), nanos("120"));
        assertEquals(after(Duration.ZERO), nanos(" 0 "));
        assertEquals(after(Duration.ofMillis(1_500)), nanos("1.5"));
        assertEquals(after(Duration.ofNanos(1)), nanos("0.0000000019"));
    }

    @Test
    void shouldReadADateByThisClockOrByThatOfTheResponse() {
        assertEquals(after(Duration.ofSeconds(90)), nanos("Wed, 01 Jul 2026 12:01:30 GMT"));
        assertEquals(
                after(Duration.ofSeconds(30)),
                RetryAfter.nanos("Wed, 01 Jul 2026 15:01:30 GMT", Optional.of("Wed, 01 Jul 2026 15:01:00 GMT"), NOW));
        assertEquals(
                after(Duration.ofSeconds(90)),
                RetryAfter.nanos("Wed, 01 Jul 2026 12:01:30 GMT", Optional.of("yesterday"), NOW));
    }

    @Test
    void shouldNotWaitForWhatIsPastNorForLongerThanADay() {
        assertEquals(after(Duration.ZERO), nanos("Tue, 30 Jun 2026 12:00:00 GMT"));
        assertEquals(after(Duration.ofDays(1)), nanos("99999999999999999999"));
        assertEquals(after(Duration.ofDays(1)), nanos("99999999999999999999.5"));
        assertEquals(after(Duration.ofDays(1)), nanos("Thu, 01 Jul 2027 12:00:00 GMT"));
    }

    @Test
    void shouldSayNothingWhenItCannotBeRead() {
        assertEquals(OptionalLong.empty(), nanos("soon"));
        assertEquals(OptionalLong.empty(), nanos(""));
        assertEquals(OptionalLong.empty(), nanos("-5"));
        assertEquals(OptionalLong.empty(), nanos("1,5"));
        assertEquals(OptionalLong.empty(), nanos("1."));
    }
}
