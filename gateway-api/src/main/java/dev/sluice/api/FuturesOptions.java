package dev.sluice.api;

import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;

/**
 * The options of a client's futures.
 *
 * <p>Back-pressure: a request counts as unanswered until its result has been read, even if the executor has not yet completed the
 * future. Each unanswered future takes some hundred bytes. A limit is needed because a job whose gateway is down would otherwise
 * run out of memory.
 *
 * @param executor completes the futures and runs the actions that depend on them. {@code Runnable::run} is allowed and is the
 *     fastest choice, but then these actions run on the reader thread: it reads nothing in the meantime, and waiting there for a
 *     future of this client throws at once. If the executor rejects a task, the future fails on the reader thread
 * @param mostUnanswered the greatest number of requests without a result; {@link Long#MAX_VALUE} for no limit
 * @param waits whether a request beyond that limit waits for room; if not, it is refused with {@link
 *     RejectedExecutionException}
 * @param pausing how the reader thread waits while there are no results
 * @param others receives, on the reader thread, the results that have no future: those of requests that were sent before the
 *     futures were opened, by this process or by an earlier process of a named client. If it throws, reading ends and every open
 *     future fails
 */
public record FuturesOptions(Executor executor, long mostUnanswered, boolean waits, Pausing pausing, Results others) {

    private static final long DEFAULT_MOST = 100_000;

    public FuturesOptions {
        Objects.requireNonNull(executor, "executor");
        Objects.requireNonNull(pausing, "pausing");
        Objects.requireNonNull(others, "others");
        if (mostUnanswered < 1) {
            throw new IllegalArgumentException(
                    "a limit of " + mostUnanswered + " unanswered requests: at least 1 is needed");
        }
    }

    /**
     * Returns the defaults: a request waits while 100,000 requests are unanswered, the pauses are balanced, and results without
     * a future are dropped.
     */
    public static FuturesOptions on(Executor executor) {
        return new FuturesOptions(executor, DEFAULT_MOST, true, Pausing.BALANCED, Results.ignored());
    }

    /** Removes the limit. The requests themselves are on disk, but the futures of all unanswered requests are in memory. */
    public FuturesOptions withoutLimit() {
        return waitingAt(Long.MAX_VALUE);
    }

    /**
     * Sets a limit: while that many requests are unanswered, a thread that sends another request waits. Waiting threads continue
     * when a quarter of these requests has been answered, so that not every single result wakes a thread. On the reader thread a
     * request throws instead, because nobody could end the wait.
     */
    public FuturesOptions waitingAt(long most) {
        return new FuturesOptions(executor, most, true, pausing, others);
    }

    /** Sets a limit: while that many requests are unanswered, another one is refused with {@link RejectedExecutionException}. */
    public FuturesOptions failingAt(long most) {
        return new FuturesOptions(executor, most, false, pausing, others);
    }

    public FuturesOptions withPausing(Pausing newPausing) {
        return new FuturesOptions(executor, mostUnanswered, waits, newPausing, others);
    }

    public FuturesOptions withOthers(Results newOthers) {
        return new FuturesOptions(executor, mostUnanswered, waits, pausing, newOthers);
    }

    /** How the reader thread waits while there is nothing to read. */
    public enum Pausing {
        /** Polls without a pause. This has the least latency and takes a whole core: for a machine with cores to spare. */
        BUSY {
            @Override
            public void pause(long times) {
                Thread.onSpinWait();
            }

            @Override
            public boolean parks(long times) {
                return false;
            }
        },
        /**
         * Polls without a pause for some microseconds, then yields to other threads, then sleeps for up to 1 ms. A new request
         * wakes the thread.
         */
        BALANCED {
            @Override
            public void pause(long times) {
                if (times < SPINS) {
                    Thread.onSpinWait();
                } else if (times < SPINS + YIELDS) {
                    Thread.yield();
                } else {
                    final long doublings = Math.min(times - SPINS - YIELDS, 20);
                    LockSupport.parkNanos(Math.min(SHORTEST_NANOS << doublings, LONGEST_NANOS));
                }
            }

            @Override
            public boolean parks(long times) {
                return times >= SPINS + YIELDS;
            }
        };

        private static final int SPINS = 100;
        private static final int YIELDS = 50;
        private static final long SHORTEST_NANOS = 10_000;
        private static final long LONGEST_NANOS = 1_000_000;

        /**
         * Waits a little.
         *
         * @param times how many polls in a row have found nothing
         */
        public abstract void pause(long times);

        /** Whether {@link #pause} with that number would sleep. */
        public abstract boolean parks(long times);
    }
}
