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
 *     fastest choice, but then these actions run on the reader thread. While an action runs, that thread reads nothing. An action
 *     that waits for a future of this client throws at once. If the executor rejects a task, the future fails on the reader
 *     thread
 * @param mostUnanswered the maximum number of requests without a result; {@link Long#MAX_VALUE} for no limit
 * @param waits whether a thread that sends a request beyond that limit waits until fewer requests are unanswered; if not, the
 *     request is refused with {@link RejectedExecutionException}
 * @param pausing how the reader thread waits while there are no results
 * @param others receives, on the reader thread, the results that have no future. Their requests were sent by this process before
 *     it opened the futures, or by an earlier process under the same client name. If this receiver throws, reading ends and every
 *     open future fails
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
     * Returns the defaults: a thread that sends a request waits while 100,000 requests are unanswered, the reader thread pauses
     * as in {@link Pausing#BALANCED}, and results without a future are dropped.
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
     * when a quarter of these requests has been answered, so that not every single result wakes a thread. On the reader thread
     * the call throws instead, because the reader thread would wait for itself.
     */
    public FuturesOptions waitingAt(long most) {
        return new FuturesOptions(executor, most, true, pausing, others);
    }

    /** Sets a limit: while that many requests are unanswered, a new one is refused with {@link RejectedExecutionException}. */
    public FuturesOptions failingAt(long most) {
        return new FuturesOptions(executor, most, false, pausing, others);
    }

    public FuturesOptions withPausing(Pausing newPausing) {
        return new FuturesOptions(executor, mostUnanswered, waits, newPausing, others);
    }

    public FuturesOptions withOthers(Results newOthers) {
        return new FuturesOptions(executor, mostUnanswered, waits, pausing, newOthers);
    }

    /** The way in which the reader thread waits while there are no results. */
    public enum Pausing {
        /** Polls without a pause. This has the lowest latency, but uses a whole core, so the machine needs cores to spare. */
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
         * @param times the number of polls that have found nothing since the last result
         */
        public abstract void pause(long times);

        /** Whether {@link #pause} would sleep after that many polls without a result. */
        public abstract boolean parks(long times);
    }
}
