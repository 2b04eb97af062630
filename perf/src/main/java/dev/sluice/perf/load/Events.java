package dev.sluice.perf.load;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** The events that are sent, and how long each took. */
public final class Events {

    private static final long HIGHEST_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final int DIGITS = 3;

    private Events() {}

    /** What an event says: some 60 bytes of JSON. */
    public static String payload(long number) {
        return "{\"order\":" + number + ",\"customer\":" + number % 1000
                + ",\"amount\":\"12.50\",\"currency\":\"EUR\"}";
    }

    /** For latencies in nanoseconds. */
    public static Histogram latencies() {
        return new Histogram(HIGHEST_NANOS, DIGITS);
    }
}
