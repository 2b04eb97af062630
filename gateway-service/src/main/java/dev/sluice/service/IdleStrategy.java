package dev.sluice.service;

import dev.sluice.service.config.GatewayConfig.PauserKind;
import java.util.concurrent.locks.LockSupport;

/**
 * The service thread's way to wait for work: it spins for a while, then parks for longer and longer. A backend
 * that has an answer wakes it.
 *
 * <p>{@link #idle} belongs to the service thread; {@link #wakeUp} may be called from any.
 */
public final class IdleStrategy {

    /** The weight of one spin where the thread will be woken: it parks that much sooner. */
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

    /** Never parks: the shortest latency for a whole core. */
    public static IdleStrategy busy() {
        return new IdleStrategy(Integer.MAX_VALUE, 0, 0);
    }

    /** Spins for some microseconds, then parks, at most half a millisecond. */
    public static IdleStrategy balanced() {
        return new IdleStrategy(200, 20_000, 500_000);
    }

    /** Parks at once, at most 20 milliseconds: next to no CPU at rest. */
    public static IdleStrategy sleepy() {
        return new IdleStrategy(0, 1_000_000, 20_000_000);
    }

    /** Called after each turn of the duty cycle with what it did. */
    public void idle(int work) {
        idle(work, false);
    }

    /**
     * Waits if there was no work.
     *
     * @param willBeWoken whether all that can come next wakes this up: then it need not look for it again and again
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

    /** Ends a pause that is under way, or the next one at once. */
    public void wakeUp() {
        LockSupport.unpark(owner);
    }
}
