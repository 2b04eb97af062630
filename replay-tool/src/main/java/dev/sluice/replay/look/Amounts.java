package dev.sluice.replay.look;

import java.time.Duration;
import java.util.Locale;

/** Amounts for people: three digits or so, with a unit. */
public final class Amounts {

    private static final long MINUTES_FROM = 120;
    private static final long HOURS_FROM = 2 * 3600;
    private static final long DAYS_FROM = 48 * 3600;

    private Amounts() {}

    /** Seconds, minutes, hours or days; what is negative, as clocks may be set, is 0. */
    public static String time(Duration duration) {
        final double seconds = Math.max(0, duration.toMillis() / 1e3);
        if (seconds < MINUTES_FROM) {
            return seconds < 10
                    ? String.format(Locale.ROOT, "%.1f s", seconds)
                    : String.format(Locale.ROOT, "%.0f s", seconds);
        }
        if (seconds < HOURS_FROM) {
            return Math.round(seconds / 60) + " min";
        }
        return seconds < DAYS_FROM
                ? String.format(Locale.ROOT, "%.1f h", seconds / 3600)
                : String.format(Locale.ROOT, "%,d days", Math.round(seconds / 86_400));
    }

    /** Bytes; a KB is 1024 of them. */
    public static String bytes(long bytes) {
        if (bytes < 1 << 10) {
            return bytes + " bytes";
        }
        if (bytes < 1 << 20) {
            return (bytes >> 10) + " KB";
        }
        return bytes < 10L << 30
                ? String.format(Locale.ROOT, "%,d MB", bytes >> 20)
                : String.format(Locale.ROOT, "%,d GB", bytes >> 30);
    }

    /** With separators. */
    public static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }
}
