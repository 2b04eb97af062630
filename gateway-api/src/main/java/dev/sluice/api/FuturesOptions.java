package dev.sluice.api;

import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;

/**
 * How a client's futures behave.
 *
 * <p>Back-pressure: a result counts as there once it was read, also when the executor has yet to complete its future. Each
 * unanswered future takes some hundred bytes, so that without a limit a job without a gateway would run out of memory.
 *
 * @param executor completes them: what hangs on a future runs there. {@code Runnable::run} is allowed and the fastest:
 *     then it runs on the thread that reads, which reads nothing in the meantime, and on which waiting for a future of
 *     this client throws at once. One that refuses a future has it ended exceptionally on the thread that reads
 * @param mostUnanswered how many requests may be without a result; {@link Long#MAX_VALUE} for no limit
 * @param waits whether a request beyond that limit waits for room, or is refused with {@link RejectedExecutionException}
 * @param pausing how the thread that reads passes its time
 * @param others takes the results that have no future, those of requests asked before there were futures, also by an
 *     earlier run of a client with a name; on the thread that reads. What it throws ends the reading, and every future
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

    /** Waiting at 100,000 unanswered requests, balanced, and with results that have no future dropped. */
    public static FuturesOptions on(Executor executor) {
        return new FuturesOptions(executor, DEFAULT_MOST, true, Pausing.BALANCED, Results.ignored());
    }

    /** Sets no limit: the queue is on disk, and takes what is written. The futures of open requests are in memory. */
    public FuturesOptions withoutLimit() {
        return waitingAt(Long.MAX_VALUE);
    }

    /**
     * At that many unanswered requests the asking thread waits. Threads that wait go on when a quarter of them has its
     * result, so that not each result wakes one thread. On the thread that reads results, where nobody could wake it, a
     * request throws instead.
     */
    public FuturesOptions waitingAt(long most) {
        return new FuturesOptions(executor, most, true, pausing, others);
    }

    /** Sets a limit: at that many unanswered requests the next one is refused with {@link RejectedExecutionException}. */
    public FuturesOptions failingAt(long most) {
        return new FuturesOptions(executor, most, false, pausing, others);
    }

    public FuturesOptions withPausing(Pausing newPausing) {
        return new FuturesOptions(executor, mostUnanswered, waits, newPausing, others);
    }

    public FuturesOptions withOthers(Results newOthers) {
        return new FuturesOptions(executor, mostUnanswered, waits, pausing, newOthers);
    }

    /** The pauses of the thread that reads, while there is nothing to read. */
    public enum Pausing {
        /** The thread looks again at once, and so takes a whole core: the least latency, for a machine with cores to spare. */
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
        /** The thread looks again at once for some microseconds, then lets others run, then sleeps, up to 1 ms; asking wakes it. */
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

        /** Waits a little, having found nothing so many times before. */
        public abstract void pause(long times);

        /** Whether that would sleep. */
        public abstract boolean parks(long times);
    }
}
