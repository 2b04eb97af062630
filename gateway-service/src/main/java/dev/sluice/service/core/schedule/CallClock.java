package dev.sluice.service.core.schedule;

import dev.sluice.service.core.CallTimes;
import java.util.function.LongSupplier;

/**
 * The wall clock by which calls begin and end. Tells no two calls the same beginning, so that it tells them apart in what is
 * written of them. Belongs to the service thread.
 */
final class CallClock {

    /** A wall clock that goes back further than this was set; otherwise it is coarse, and stands. */
    private static final long COARSE_NANOS = 50_000_000;

    private final LongSupplier wallClockNanos;
    private long last;

    CallClock(LongSupplier wallClockNanos) {
        this.wallClockNanos = wallClockNanos;
    }

    /** A call begins now: nanoseconds since 1970. */
    long begin() {
        final long now = wallClockNanos.getAsLong();
        last = now <= last && last - now < COARSE_NANOS ? last + 1 : now;
        return last;
    }

    /** The one that began then ends now. */
    CallTimes end(long begunNanos) {
        return new CallTimes(begunNanos, Math.max(begunNanos, wallClockNanos.getAsLong()), 1);
    }
}
