package dev.sluice.service.jdbc.proof;

import dev.sluice.service.jdbc.proof.Footprint.Proof;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the gateway's own statements that may have changed the schema of one database: DDL, CALL and the like. Each of them ends
 * all earlier proofs. Any other proof holds for a minute, so that a change by other programs is seen by then.
 *
 * <p>Such a statement counts when its request is read, because later requests are planned before it runs, and a second time when
 * it has been answered. So a proof whose queries began in between does not hold: they may have seen the old schema. Only the
 * service thread calls {@link #begin}, {@link #end}, {@link #turn} and {@link #holds}; any thread calls the other methods.
 */
public final class SchemaChanges {

    private static final long HOLDS_NANOS = 60_000_000_000L;

    private final AtomicInteger count = new AtomicInteger();
    private volatile int open;
    private long nowNanos = System.nanoTime();

    /** Records that the schema may have changed. */
    public void changed() {
        count.incrementAndGet();
    }

    int count() {
        return count.get();
    }

    /** Records that a request has been read whose statement may change the schema. */
    public void begin() {
        open++;
        changed();
    }

    /** Records that such a request has been answered, whether or not its statement was run. */
    public void end() {
        open--;
        changed();
    }

    /** Sets the current time, as of {@link System#nanoTime()}; called regularly. */
    public void turn(long nanos) {
        nowNanos = nanos;
    }

    /** Whether a proof still holds, so that requests may be planned by it. */
    public boolean holds(Proof proof) {
        return noneSince(proof) && nowNanos - proof.sinceNanos() < HOLDS_NANOS;
    }

    /** Whether the gateway has run no statement that may change the schema after this proof, and has none in progress. */
    public boolean noneSince(Proof proof) {
        return !underWay() && proof.changes() == count();
    }

    /** Whether a statement that may change the schema waits or runs, so that a proof made now would not hold. Any thread. */
    public boolean underWay() {
        return open > 0;
    }
}
