package dev.sluice.api;

import java.util.concurrent.locks.LockSupport;

/** What the thread that reads does while there is nothing to read. */
public enum Pausing {
    /** It looks again at once, and so takes a whole core: the least latency, for a machine with cores to spare. */
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
    /** It looks again at once for some microseconds, then lets others run, then sleeps, up to 1 ms; asking wakes it. */
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
