package dev.sluice.perf.load;

import dev.sluice.perf.lab.Pace;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Counts what has arrived of events that are sent, and how long each took from its intended moment. Any thread. */
public final class Arrivals {

    /** The longest latency that is told apart from others. */
    private static final long HIGHEST_NANOS = TimeUnit.MINUTES.toNanos(10);

    private static final int DIGITS = 3;

    private final Histogram latencies = new Histogram(HIGHEST_NANOS, DIGITS);
    private Optional<Pace> pace = Optional.empty();
    private long first;
    private volatile long count;
    private volatile Throwable failure;

    /**
     * Begins anew.
     *
     * @param firstNumber the event's that comes first
     * @param newPace of the events; without one there are no latencies
     */
    public synchronized void begin(long firstNumber, Optional<Pace> newPace) {
        first = firstNumber;
        pace = newPace;
        count = 0;
        latencies.reset();
    }

    /** Counts one that has arrived. */
    public synchronized void of(long number) {
        pace.ifPresent(its -> latency(its, number, System.nanoTime()));
        count = count + 1;
    }

    /** Counts the events of one call, which have arrived at the same moment. */
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

    /** Keeps why nothing more arrives. */
    public void failed(Throwable why) {
        failure = why;
    }

    /**
     * Returns how many have arrived.
     *
     * @throws IllegalStateException if one could not be sent, or another one came instead
     */
    public long count() {
        final Throwable why = failure;
        if (why != null) {
            throw new IllegalStateException("Not everything that was sent can arrive", why);
        }
        return count;
    }

    /** The milliseconds that so many percent of what has arrived took at most. */
    public synchronized double millis(String percent) {
        return latencies.getValueAtPercentile(Double.parseDouble(percent)) / 1e6;
    }
}
