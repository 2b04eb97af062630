package dev.sluice.internal.client;

import dev.sluice.api.FuturesOptions.Pausing;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/** The only thread that reads a client's results. It is a daemon, so a job that forgets to close its client can still exit. */
public final class ReaderThread extends Thread {

    private final IntSupplier poll;
    private final Consumer<Throwable> died;
    private final Pausing pausing;
    private volatile boolean parked;
    private volatile boolean stop;

    /**
     * Creates the thread without starting it.
     *
     * @param poll reads the existing results and returns their number
     * @param died receives, on this thread, the exception that ends the thread
     */
    public ReaderThread(String name, Pausing pausing, IntSupplier poll, Consumer<Throwable> died) {
        super(name);
        this.pausing = pausing;
        this.poll = poll;
        this.died = died;
        setDaemon(true);
    }

    /**
     * Must be called before every wait for a result.
     *
     * @throws IllegalStateException if the current thread is a reader thread
     */
    public static void checkMayWait(String why) {
        if (Thread.currentThread() instanceof ReaderThread reader) {
            throw new IllegalStateException("waiting " + why + " on the thread '" + reader.getName()
                    + "' would never end, because this thread reads the results: give the futures an executor of"
                    + " their own, or use thenCompose");
        }
    }

    @Override
    public void run() {
        try {
            long nothing = 0;
            while (!stop) {
                nothing = poll.getAsInt() > 0 ? 0 : pause(nothing);
            }
        } catch (final Throwable e) {
            died.accept(e);
        }
    }

    private long pause(long times) {
        if (!pausing.parks(times)) {
            pausing.pause(times);
            return times + 1;
        }
        Thread.interrupted(); // clears an interrupt set by a callback; it would prevent this thread from sleeping
        parked = true;
        pausing.pause(times);
        final boolean woken = !parked;
        parked = false;
        return woken ? 0 : times + 1;
    }

    /** Makes a sleeping reader thread poll at once, after a request was sent. Any thread may call this. */
    void wake() {
        if (parked) {
            parked = false;
            LockSupport.unpark(this);
        }
    }

    /**
     * Stops the thread, and waits until the thread has ended, including a callback that it runs. Never called on this thread
     * itself.
     */
    public void stopAndWait() {
        stop = true;
        boolean interrupted = false;
        while (isAlive()) {
            LockSupport.unpark(this);
            try {
                join(100);
            } catch (final InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
