package dev.sluice.perf.load;

/**
 * A variant of sending events. It reports an event to {@link Arrivals} once the sink has confirmed that event, and not before.
 * Used by one thread.
 */
public interface EventSender extends AutoCloseable {

    /** Sends one more event; waits first while the sender's limit of unconfirmed events is reached. */
    void send(long number) throws InterruptedException;

    /** Does pending work between events. Returns the amount of work done, 0 if there was none. */
    default int poll() {
        return 0;
    }

    /** Ends the sender's threads. The caller has waited until all sent events have arrived. */
    @Override
    void close();
}
