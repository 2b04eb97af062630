package dev.sluice.replay.look;

import java.time.Instant;
import java.util.Optional;

/** Nanoseconds since 1970, as histories have them. */
final class Times {

    private static final long NANOS = 1_000_000_000L;

    private Times() {}

    static long nanos(Instant time) {
        return time.getEpochSecond() * NANOS + time.getNano();
    }

    /** Empty for 0, which says nothing. */
    static Optional<Instant> instant(long nanos) {
        return nanos == 0
                ? Optional.empty()
                : Optional.of(Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS), Math.floorMod(nanos, NANOS)));
    }
}
