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
 * The items of a loop that have begun and are not taken yet: a ring, as both happens in the order of the items. One thread
 * at a time, the one that runs the loop, reads items, hands them to the bodies' threads and takes what came of them.
 */
abstract class Window<T, R> implements AutoCloseable {

    /** Items in memory for each body that runs: as one waits for its turn to be taken, the next one runs. */
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
        threads.allowCoreThreadTimeOut(true); // those of a loop that is dropped half way go, too
    }

    /** The body: makes of an item its result, on a thread of its own. */
    abstract R apply(T item) throws Exception;

    /** Moves on to the next result, as soon as it is there. False at the end of the items. */
    boolean next() {
        return move(false);
    }

    /** Moves on in a loop without results, where nobody waits for the next one: woken less often, it reads more at once. */
    boolean nextOfMany() {
        return move(true);
    }

    /** The result that was moved to. */
    @SuppressWarnings("NullAway") // null only where the body gave null
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

    /** The patient one waits until a quarter of what has begun is there. */
    private BodyTask wanted(boolean patient) {
        return task(taken + 1 + (patient ? (read - taken - 1) / 4 : 0));
    }

    /** Begins at least one item for each that was taken; more only as long as the wanted result is not there. */
    private void readAhead(boolean patient) {
        while (!noMore && stopBehind.get() == Long.MAX_VALUE && read - taken < ring.length) {
            try {
                begin();
            } catch (final RuntimeException | Error e) {
                noMore = true;
                itemsFailure = e; // after what was read before it
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

    /** Tells the loop's thread that a body ended. On the body's thread. */
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

    /** Bodies before the first failure go on to their end: they may fail, too, and are done in any case, as in a plain loop. */
    private void cancelBehindFailure() {
        final long behind = stopBehind.get();
        if (behind != cancelledBehind) {
            cancelledBehind = behind;
            cancelFrom(behind + 1);
        }
    }

    /** The last one first: a thread that is free by this must not find a body that has yet to begin. */
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

    /** Cancels what runs and waits for its end: no body runs when this returns. Closing again does nothing. */
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

    /** One item with its result or its failure. Made and taken by the thread that runs the loop, run by one of the bodies' threads. */
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
    }
}
