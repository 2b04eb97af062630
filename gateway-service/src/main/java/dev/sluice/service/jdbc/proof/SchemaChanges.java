package dev.sluice.service.jdbc.proof;

import dev.sluice.service.jdbc.proof.Footprint.Proof;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the gateway's own statements that may have changed the schema of one database: DDL, CALL and the like. A proof is what
 * the catalog has shown about a statement. Each statement counted here ends all earlier proofs. A proof that is not ended in this
 * way expires after a minute, so that changes by other programs are seen within a minute.
 *
 * <p>A statement that may change the schema is counted twice: when its request is read, because later requests are planned before
 * the statement runs, and when the request has been answered. So a proof that was begun in between does not hold, because its
 * queries may have seen the old schema. Only the service thread calls {@link #begin}, {@link #end}, {@link #turn} and
 * {@link #holds}; any thread calls the other methods.
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

    /** Records that the gateway has read a request whose statement may change the schema. */
    public void begin() {
        open++;
        changed();
    }

    /** Records that a request that {@link #begin} has recorded now has its result, whether or not its statement was run. */
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

    /** Whether the gateway has run no statement that may change the schema since this proof, and has none in progress. */
    public boolean noneSince(Proof proof) {
        return !underWay() && proof.changes() == count();
    }

    /** Whether a statement that may change the schema waits or runs, so that a proof made now would not hold. Any thread. */
    public boolean underWay() {
        return open > 0;
    }
}
