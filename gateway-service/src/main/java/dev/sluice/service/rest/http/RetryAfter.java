package dev.sluice.service.rest.http;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * Parses the {@code Retry-After} header (RFC 9110, 10.2.3): seconds or a date. Fractions of seconds are accepted as well, because
 * some services send them.
 */
public final class RetryAfter {

    /** The longest pause that is accepted. No service means a longer one, and the limit avoids an overflow of nanoseconds. */
    private static final Duration LONGEST = Duration.ofDays(1);

    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,99}(\\.[0-9]{1,99})?");

    private RetryAfter() {}

    /**
     * Returns the pause in nanoseconds; empty if the header cannot be parsed.
     *
     * @param value the value of the header
     * @param date the response's {@code Date} header, from the same clock as {@code value}; that clock need not be right
     * @param now the current time of this machine, used if there is no {@code Date} header
     */
    public static OptionalLong nanos(String value, Optional<String> date, Instant now) {
        final String text = value.strip();
        try {
            if (SECONDS.matcher(text).matches()) {
                final BigDecimal seconds = new BigDecimal(text).min(BigDecimal.valueOf(LONGEST.toSeconds()));
                return OptionalLong.of(seconds.movePointRight(9).longValue());
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
