package dev.sluice.client.loop;

import dev.sluice.internal.client.ReaderThread;
import java.lang.reflect.Array;
import java.util.Iterator;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The items of a loop that have begun and whose results have not been taken yet. The items are kept in a ring buffer, because
 * results are taken in the order in which the items begin. The thread that runs the loop reads items, hands them to the bodies'
 * threads and takes the results. Only one thread at a time may run the loop.
 */
abstract class Window<T, R> implements AutoCloseable {

    /**
     * The number of places in the ring buffer for each body that may run at a time. With two places, the next item can run while
     * a finished item waits until its result is taken.
     */
    private static final int AHEAD = 2;

    private static final long IDLE_SECONDS = 10;

    private final Iterator<? extends T> items;
    private final OnFailure onFailure;
    private final ProgressMeter meter;
    private final ThreadPoolExecutor threads;
    private final BodyTask[] ring;
    private final AtomicLong stopBehind = new AtomicLong(Long.MAX_VALUE);
    private long read;
    private long taken;
    private long cancelledBehind = Long.MAX_VALUE;
    private boolean noMore;
    private @Nullable Throwable itemsFailure;
    private boolean ended;
    private boolean closed;
    private @Nullable R value;
    private volatile @Nullable Thread waiter;
    private volatile @Nullable BodyTask awaited;

    @SuppressWarnings("unchecked") // an array of a generic type
    Window(Iterator<? extends T> items, int width, ThreadFactory factory, OnFailure onFailure, ProgressMeter meter) {
        this.items = items;
        this.onFailure = onFailure;
        this.meter = meter;
        this.ring = (BodyTask[]) Array.newInstance(BodyTask.class, AHEAD * width);
        this.threads = new ThreadPoolExecutor(
                width, width, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
        threads.allowCoreThreadTimeOut(true); // so that threads of an abandoned loop end, too
    }

    /** Runs the body: computes the result of an item, on a thread of the pool. */
    abstract R apply(T item) throws Exception;

    /** Waits for the next result and moves to it. Returns false at the end of the items. */
    boolean next() {
        return move(false);
    }

    /**
     * Does the same as {@link #next} for a loop without results. In such a loop no caller waits for a single result. So the
     * loop's thread is woken less often, and then reads more items at once.
     */
    boolean nextOfMany() {
        return move(true);
    }

    /** Returns the result to which {@link #next} moved. */
    @SuppressWarnings("NullAway") // null only if the body returned null
    R value() {
        return value;
    }

    Progress progress() {
        return meter.now();
    }

    private boolean move(boolean patient) {
        ReaderThread.checkMayWait("for the bodies of a loop");
        value = null;
        while (!ended) {
            checkGoesOn();
            readAhead(patient);
            if (taken == read) {
                end();
                return false;
            }
            await(wanted(patient));
            if (take(task(taken + 1))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the item to wait for: the next item or, if {@code patient}, the item that comes after a quarter of the begun items.
     */
    private BodyTask wanted(boolean patient) {
        return task(taken + 1 + (patient ? (read - taken - 1) / 4 : 0));
    }

    /** Begins at least one item if there is room in the ring. Begins further items only until the wanted result exists. */
    private void readAhead(boolean patient) {
        while (!noMore && stopBehind.get() == Long.MAX_VALUE && read - taken < ring.length) {
            try {
                begin();
            } catch (final RuntimeException | Error e) {
                noMore = true;
                itemsFailure = e; // thrown when the items that were read before have ended
            }
            if (read > taken && wanted(patient).done && task(taken + 1).done) {
                return;
            }
        }
    }

    private void begin() {
        if (!items.hasNext()) {
            noMore = true;
            return;
        }
        final BodyTask task = new BodyTask(read + 1, items.next());
        threads.execute(task);
        ring[slot(++read)] = task;
        meter.begun();
    }

    private boolean take(BodyTask task) {
        await(task);
        ring[slot(++taken)] = null;
        final Throwable failure = task.failure;
        if (failure == null) {
            value = task.result;
            meter.done();
            return true;
        }
        if (onFailure.stopsAt(failure)) {
            close();
        }
        onFailure.take(new ItemFailure(meter.before() + task.number, task.item, failure));
        meter.failed();
        return false;
    }

    /**
     * Wakes the loop's thread if it waits for this body, or if the body's failure stops the loop. Called on the body's thread.
     */
    private void ended(BodyTask task) {
        final boolean stops = task.failure != null && onFailure.stopsAt(task.failure);
        if (stops) {
            stopBehind.accumulateAndGet(task.number, Math::min);
        }
        if (stops || task == awaited) {
            LockSupport.unpark(waiter);
        }
    }

    private void await(BodyTask task) {
        waiter = Thread.currentThread();
        awaited = task;
        cancelBehindFailure();
        while (!task.done) {
            checkGoesOn();
            LockSupport.park(this);
            cancelBehindFailure();
        }
        awaited = null;
    }

    /**
     * Cancels the bodies of the items after the first failed item. Bodies of earlier items go on to their end, as in a plain
     * loop, and may fail, too.
     */
    private void cancelBehindFailure() {
        final long behind = stopBehind.get();
        if (behind != cancelledBehind) {
            cancelledBehind = behind;
            cancelFrom(behind + 1);
        }
    }

    /**
     * Cancels the items from {@code number} on, the last item first. In the other order, a cancellation could free a thread, and
     * this thread could begin the body of a later item.
     */
    private void cancelFrom(long number) {
        for (long n = read; n >= Math.max(number, taken + 1); n--) {
            task(n).cancel();
        }
    }

    private void checkGoesOn() {
        if (closed) {
            throw new IllegalStateException(
                    "the loop was closed after item " + (meter.before() + taken) + ": begin a new one");
        }
        if (Thread.currentThread().isInterrupted()) {
            close();
            throw new LoopInterruptedException(meter.before() + taken);
        }
    }

    private void end() {
        ended = true;
        close();
        if (itemsFailure instanceof Error error) {
            throw error;
        } else if (itemsFailure instanceof RuntimeException e) {
            throw e;
        }
        meter.end();
    }

    /**
     * Cancels the running bodies and waits until all have ended, so that none runs when this returns. Closing again does nothing.
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        ReaderThread.checkMayWait("for the bodies of a loop");
        closed = true;
        cancelFrom(taken + 1);
        threads.shutdown();
        boolean interrupted = Thread.interrupted();
        while (!threads.isTerminated()) {
            try {
                threads.awaitTermination(1, TimeUnit.DAYS);
            } catch (final InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private BodyTask task(long number) {
        return ring[slot(number)];
    }

    private int slot(long number) {
        return (int) (number % ring.length);
    }

    /** One item with its result or failure. The thread of the loop creates and takes it; a thread of the pool runs it. */
    private final class BodyTask implements Runnable {

        private final long number;
        private final T item;
        private @Nullable Thread runner;
        private boolean cancelled;
        private @Nullable R result;
        private @Nullable Throwable failure;
        private volatile boolean done;

        BodyTask(long number, T item) {
            this.number = number;
            this.item = item;
        }

        @Override
        public void run() {
            if (begin()) {
                try {
                    result = apply(item);
                } catch (final Throwable e) {
                    failure = e;
                } finally {
                    leave();
                }
            }
            done = true;
            ended(this);
        }

        private synchronized boolean begin() {
            if (!cancelled) {
                runner = Thread.currentThread();
            }
            return !cancelled;
        }

        /**
         * From now on the body cannot be interrupted. The pool clears an earlier interrupt before the thread's next body.
         */
        private synchronized void leave() {
            runner = null;
        }

        /** Interrupts the body if it runs, or prevents it from starting; in both cases {@code done} is set in the end. */
        synchronized void cancel() {
            cancelled = true;
            if (runner != null) {
                runner.interrupt();
            }
        }
    }
}
