package dev.sluice.replay.exchange;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** Times of a history, and what is between them, as text. */
public final class Times {

    private static final long NANOS = 1_000_000_000L;

    private Times() {}

    /** ISO 8601, UTC, to the nanosecond. */
    public static String of(long nanos) {
        return at(nanos).toString();
    }

    private static Instant at(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS), Math.floorMod(nanos, NANOS));
    }

    /** That time; empty for 0, which says nothing. */
    public static Optional<Instant> instant(long nanos) {
        return nanos == 0 ? Optional.empty() : Optional.of(at(nanos));
    }

    /** A time as histories have it: nanoseconds since 1970. */
    public static long nanos(Instant time) {
        return time.getEpochSecond() * NANOS + time.getNano();
    }

    /** Three or four digits and a unit. */
    public static String duration(long nanos) {
        if (nanos < 1_000_000) {
            return String.format(Locale.ROOT, "%.0f us", nanos / 1e3);
        }
        return nanos < NANOS
                ? String.format(Locale.ROOT, "%.1f ms", nanos / 1e6)
                : String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
    }
}
