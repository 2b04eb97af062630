package dev.sluice.replay.exchange;

import java.time.Instant;

/** Times of a history as text: ISO 8601, UTC, to the nanosecond. */
final class Times {

    private static final long NANOS = 1_000_000_000L;

    private Times() {}

    static String of(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS), Math.floorMod(nanos, NANOS))
                .toString();
    }
}
