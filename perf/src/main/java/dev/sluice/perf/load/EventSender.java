package dev.sluice.perf.load;

/**
 * A way to send events. It tells {@link Arrivals} of each that the sink has said it took, and of nothing else. Used by one
 * thread.
 */
public interface EventSender extends AutoCloseable {

    /** Takes one more event; waits while as many are under way as the sender holds. */
    void send(long number) throws InterruptedException;

    /** Does work between events; returns how much it was. */
    default int poll() {
        return 0;
    }

    /** Ends its threads; everything sent has arrived. */
    @Override
    void close();
}
