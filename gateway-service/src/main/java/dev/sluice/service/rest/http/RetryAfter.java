package dev.sluice.service.rest.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.OptionalLong;

/** The {@code Retry-After} header (RFC 9110, 10.2.3): seconds, or a date. */
public final class RetryAfter {

    /** Nobody means more, and nanoseconds have an end. */
    private static final Duration LONGEST = Duration.ofDays(1);

    private RetryAfter() {}

    /**
     * How long to wait, in nanoseconds; empty if the header says nothing that can be understood.
     *
     * @param value the header
     * @param date the response's {@code Date}: the two were written by one clock, which need not be right
     * @param now this machine's clock, where there is no date
     */
    public static OptionalLong nanos(String value, Optional<String> date, Instant now) {
        final String text = value.strip();
        try {
            if (!text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
                final long seconds = text.length() > 9 ? LONGEST.toSeconds() : Long.parseLong(text);
                return bounded(Duration.ofSeconds(seconds));
            }
            return bounded(Duration.between(date.flatMap(RetryAfter::instant).orElse(now), parsed(text)));
        } catch (final DateTimeException | ArithmeticException e) {
            return OptionalLong.empty();
        }
    }

    private static Instant parsed(String text) {
        return Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text));
    }

    private static Optional<Instant> instant(String text) {
        try {
            return Optional.of(parsed(text.strip()));
        } catch (final DateTimeException e) {
            return Optional.empty();
        }
    }

    private static OptionalLong bounded(Duration wait) {
        if (wait.isNegative()) {
            return OptionalLong.of(0);
        }
        return OptionalLong.of((wait.compareTo(LONGEST) > 0 ? LONGEST : wait).toNanos());
    }
}
