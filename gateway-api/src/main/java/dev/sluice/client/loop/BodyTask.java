package dev.sluice.client.loop;

/**
 * One item and what becomes of it. Made and taken by the thread that runs the loop, run by one of the bodies' threads.
 *
 * @param <T> the type of the items
 * @param <R> the type of the results
 */
final class BodyTask<T, R> implements Runnable {

    private final long number;
    private final T item;
    private final MainLoop.Mapping<? super T, ? extends R> body;
    private final Ends<T, R> ends;
    private Thread runner;
    private boolean cancelled;
    private R result;
    private Throwable failure;
    private volatile boolean done;

    /** Is told of each end, on the body's thread. */
    interface Ends<T, R> {
        void ended(BodyTask<T, R> task);
    }

    BodyTask(long number, T item, MainLoop.Mapping<? super T, ? extends R> body, Ends<T, R> ends) {
        this.number = number;
        this.item = item;
        this.body = body;
        this.ends = ends;
    }

    @Override
    public void run() {
        if (begin()) {
            try {
                result = body.apply(item);
            } catch (final Throwable e) {
                failure = e;
            } finally {
                leave();
            }
        }
        done = true;
        ends.ended(this);
    }

    private synchronized boolean begin() {
        if (!cancelled) {
            runner = Thread.currentThread();
        }
        return !cancelled;
    }

    /** An interrupt comes before this or not at all; the pool clears it before the thread's next body. */
    private synchronized void leave() {
        runner = null;
    }

    /** Interrupts the body if it runs, or keeps it from running; it is done all the same. */
    synchronized void cancel() {
        cancelled = true;
        if (runner != null) {
            runner.interrupt();
        }
    }

    boolean isDone() {
        return done;
    }

    long number() {
        return number;
    }

    T item() {
        return item;
    }

    /** After {@link #isDone}. */
    R result() {
        return result;
    }

    /** What the body threw, or null. After {@link #isDone}. */
    Throwable failure() {
        return failure;
    }
}
