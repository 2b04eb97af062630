package dev.sluice.service;

import dev.sluice.service.config.GatewayConfig.PauserKind;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for work on the service thread: spins for a while, then parks for longer and longer times. A backend that has a reply
 * wakes the thread.
 *
 * <p>{@link #idle} is called by the service thread; {@link #wakeUp} by any thread.
 */
public final class IdleStrategy {

    /** The weight of one spin if new work wakes the thread: the thread then parks after fewer spins. */
    private static final int WEIGHT_IF_WOKEN = 8;

    private final int spins;
    private final long firstParkNanos;
    private final long longestParkNanos;
    private volatile Thread owner;
    private int idleCalls;
    private long parkNanos;

    private IdleStrategy(int spins, long firstParkNanos, long longestParkNanos) {
        this.spins = spins;
        this.firstParkNanos = firstParkNanos;
        this.longestParkNanos = longestParkNanos;
    }

    static IdleStrategy of(PauserKind kind) {
        return switch (kind) {
            case BUSY -> busy();
            case BALANCED -> balanced();
            case SLEEPY -> sleepy();
        };
    }

    /** Never parks: has the shortest latency, but uses a whole core. */
    public static IdleStrategy busy() {
        return new IdleStrategy(Integer.MAX_VALUE, 0, 0);
    }

    /** Spins for some microseconds, then parks for at most half a millisecond at a time. */
    public static IdleStrategy balanced() {
        return new IdleStrategy(200, 20_000, 500_000);
    }

    /** Parks at once, for at most 20 milliseconds at a time: uses almost no CPU when there is no work. */
    public static IdleStrategy sleepy() {
        return new IdleStrategy(0, 1_000_000, 20_000_000);
    }

    /** Called after each turn of the duty cycle with the amount of work done. */
    public void idle(int work) {
        idle(work, false);
    }

    /**
     * Waits if there was no work.
     *
     * @param willBeWoken whether {@link #wakeUp} is called for all new work, so that the thread need not poll for it
     */
    void idle(int work, boolean willBeWoken) {
        if (work > 0) {
            idleCalls = 0;
            parkNanos = firstParkNanos;
        } else if (idleCalls < spins) {
            idleCalls += willBeWoken ? WEIGHT_IF_WOKEN : 1;
            Thread.onSpinWait();
        } else {
            if (owner == null) {
                owner = Thread.currentThread();
            }
            LockSupport.parkNanos(this, willBeWoken ? longestParkNanos : parkNanos);
            parkNanos = Math.min(Math.max(parkNanos * 2, firstParkNanos), longestParkNanos);
        }
    }

    /** Ends the present pause; if the thread is not parked, its next pause ends at once. */
    public void wakeUp() {
        LockSupport.unpark(owner);
    }
}
