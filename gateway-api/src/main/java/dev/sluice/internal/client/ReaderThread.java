package dev.sluice.internal.client;

import dev.sluice.api.FuturesOptions.Pausing;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/** The one thread that reads a client's results. A daemon: a job that forgets to close its client ends all the same. */
public final class ReaderThread extends Thread {

    private final IntSupplier poll;
    private final Consumer<Throwable> died;
    private final Pausing pausing;
    private volatile boolean parked;
    private volatile boolean stop;

    /**
     * Not started yet.
     *
     * @param poll reads what is there, and says how much that was
     * @param died is told, on this thread, why it ends when it was not stopped
     */
    public ReaderThread(String name, Pausing pausing, IntSupplier poll, Consumer<Throwable> died) {
        super(name);
        this.pausing = pausing;
        this.poll = poll;
        this.died = died;
        setDaemon(true);
    }

    /**
     * To be called before anything that waits for a result.
     *
     * @throws IllegalStateException on a thread that reads results
     */
    public static void checkMayWait(String why) {
        if (Thread.currentThread() instanceof ReaderThread reader) {
            throw new IllegalStateException("waiting " + why + " on the thread '" + reader.getName()
                    + "' would never end, because it is the one that reads results: give the futures an executor of"
                    + " their own, or go on with thenCompose");
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
        Thread.interrupted(); // a callback's; it would keep this thread from sleeping
        parked = true;
        pausing.pause(times);
        final boolean woken = !parked;
        parked = false;
        return woken ? 0 : times + 1;
    }

    /** Something was asked: look at once. Any thread; costs nothing while the thread does not sleep. */
    void wake() {
        if (parked) {
            parked = false;
            LockSupport.unpark(this);
        }
    }

    /** Ends it, and waits for that: it may be in a callback. Never called on this thread. */
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
