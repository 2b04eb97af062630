package dev.sluice.perf.load;

import dev.sluice.perf.lab.Pace;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Counts the events that have arrived, and measures the latency of each event from its intended sending time. Thread-safe. */
public final class Arrivals {

    /** The longest latency that the histogram can record. */
    private static final long HIGHEST_NANOS = TimeUnit.MINUTES.toNanos(10);

    private static final int DIGITS = 3;

    private final Histogram latencies = new Histogram(HIGHEST_NANOS, DIGITS);
    private Optional<Pace> pace = Optional.empty();
    private long first;
    private volatile long count;
    private volatile Throwable failure;

    /**
     * Resets the count and the latencies.
     *
     * @param firstNumber the number of the first event
     * @param newPace the pace of the events; if it is empty, no latencies are recorded
     */
    public synchronized void begin(long firstNumber, Optional<Pace> newPace) {
        first = firstNumber;
        pace = newPace;
        count = 0;
        latencies.reset();
    }

    /** Counts one event that has arrived. */
    public synchronized void of(long number) {
        pace.ifPresent(its -> latency(its, number, System.nanoTime()));
        count = count + 1;
    }

    /** Counts the events of one call, which all arrived at the same moment. */
    public synchronized void of(List<Event> events) {
        if (pace.isPresent()) {
            final long now = System.nanoTime();
            for (final Event event : events) {
                latency(pace.get(), event.number(), now);
            }
        }
        count = count + events.size();
    }

    private void latency(Pace its, long number, long now) {
        latencies.recordValue(Math.max(0, now - its.intendedNanos(number - first)));
    }

    /** Records a failure after which events may be missing. {@link #count} then throws an exception with this cause. */
    public void failed(Throwable why) {
        failure = why;
    }

    /**
     * Returns the number of events that have arrived.
     *
     * @throws IllegalStateException if an event could not be sent, or a different event arrived in its place
     */
    public long count() {
        final Throwable why = failure;
        if (why != null) {
            throw new IllegalStateException("Some of the sent events cannot arrive any more", why);
        }
        return count;
    }

    /** Returns the given percentile of the latencies, in milliseconds. */
    public synchronized double millis(String percent) {
        return latencies.getValueAtPercentile(Double.parseDouble(percent)) / 1e6;
    }
}
