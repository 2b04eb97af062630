package dev.sluice.perf.load;

/**
 * A way to send events. It tells {@link Arrivals} of each that the sink has said it took, and of nothing else. Used by one
 * thread.
 */
public interface EventSender extends Sending.Sender, AutoCloseable {

    /** Takes one more event; waits while as many are under way as the sender holds. */
    @Override
    void send(long number) throws InterruptedException;

    /** Ends its threads; everything sent has arrived. */
    @Override
    void close();
}
