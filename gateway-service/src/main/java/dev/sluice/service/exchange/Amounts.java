package dev.sluice.service.exchange;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Formats amounts and durations for people, with about three digits and a unit, and converts the times of the queues. */
public final class Amounts {

    private static final long NANOS = 1_000_000_000L;
    private static final long MINUTES_FROM = 120;
    private static final long HOURS_FROM = 2 * 3600;
    private static final long DAYS_FROM = 48 * 3600;

    private Amounts() {}

    /** Returns a duration in seconds, minutes, hours or days. A negative duration, after a clock was set back, counts as 0. */
    public static String time(Duration duration) {
        final double seconds = Math.max(0, duration.toMillis() / 1e3);
        if (seconds < MINUTES_FROM) {
            return text(seconds < 10 ? "%.1f s" : "%.0f s", seconds);
        }
        if (seconds < HOURS_FROM) {
            return Math.round(seconds / 60) + " min";
        }
        return seconds < DAYS_FROM ? text("%.1f h", seconds / 3600) : text("%,.0f days", seconds / 86_400);
    }

    /** Returns a number of bytes with a unit; a KB is 1024 bytes. */
    public static String bytes(long bytes) {
        if (bytes < 1 << 20) {
            return bytes < 1 << 10 ? bytes + " bytes" : (bytes >> 10) + " KB";
        }
        return bytes < 10L << 30 ? text("%,d MB", bytes >> 20) : text("%,d GB", bytes >> 30);
    }

    /** Returns a count with thousands separators. */
    public static String count(long count) {
        return text("%,d", count);
    }

    /** Returns a number with thousands separators, and below 100 with one digit after the point. */
    public static String decimal(double value) {
        return text(value >= 100 ? "%,.0f" : "%,.1f", value);
    }

    /** Returns a duration in microseconds, milliseconds or seconds. */
    public static String nanos(long nanos) {
        if (nanos < 1_000_000) {
            return text("%.0f us", nanos / 1e3);
        }
        return nanos < NANOS ? text("%.1f ms", nanos / 1e6) : text("%.1f s", nanos / 1e9);
    }

    /** Formats values in the same way in every country. */
    public static String text(String form, Object... values) {
        return String.format(Locale.ROOT, form, values);
    }

    /** Returns the text of a value; no text if the value is not known. */
    public static <T> String ifKnown(Optional<T> value, Function<T, String> text) {
        return value.map(text).orElse("");
    }

    /** Converts a time in nanoseconds since 1970, as the queues contain it; empty for 0, which means that there is no time. */
    public static Optional<Instant> instant(long sinceEpoch) {
        return sinceEpoch == 0
                ? Optional.empty()
                : Optional.of(
                        Instant.ofEpochSecond(Math.floorDiv(sinceEpoch, NANOS), Math.floorMod(sinceEpoch, NANOS)));
    }

    /** Returns the time as the queues contain it: nanoseconds since 1970. */
    public static long sinceEpoch(Instant time) {
        return time.getEpochSecond() * NANOS + time.getNano();
    }
}
