package dev.sluice.service.rest;

import java.time.Duration;
import java.util.function.LongSupplier;

/** A time in which requests do not share calls, since chunks went wrong; longer each time. Belongs to the service thread. */
final class OneAtATime {

    private static final Duration FIRST = Duration.ofMinutes(10);
    private static final Duration LONGEST = Duration.ofDays(1);

    private final LongSupplier clockNanos;
    private Duration next = FIRST;
    private boolean now;
    private long endNanos;

    OneAtATime(LongSupplier clockNanos) {
        this.clockNanos = clockNanos;
    }

    /** Whether requests share no calls now. */
    boolean now() {
        if (now && clockNanos.getAsLong() - endNanos >= 0) {
            now = false;
        }
        return now;
    }

    /** Begins the time; returns how long it takes. */
    Duration begin() {
        final Duration length = next;
        now = true;
        endNanos = clockNanos.getAsLong() + length.toNanos();
        next = length.multipliedBy(2).compareTo(LONGEST) < 0 ? length.multipliedBy(2) : LONGEST;
        return length;
    }
}
