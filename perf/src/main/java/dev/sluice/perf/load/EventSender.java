package dev.sluice.perf.load;

/**
 * A variant that sends events. It reports an event to {@link Arrivals} only after the sink has confirmed the event. Not
 * thread-safe.
 */
public interface EventSender extends AutoCloseable {

    /** Sends one more event. If the sender has too many unconfirmed events, waits first. */
    void send(long number) throws InterruptedException;

    /** Does pending work between events. Returns the amount of work done, or 0 if there was no work. */
    default int poll() {
        return 0;
    }

    /** Ends the sender's threads. The caller has waited until all sent events have arrived. */
    @Override
    void close();
}
