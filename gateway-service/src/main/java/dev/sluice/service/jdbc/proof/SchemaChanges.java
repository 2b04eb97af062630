package dev.sluice.service.jdbc.proof;

import dev.sluice.service.jdbc.proof.Footprint.Proof;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts what may have changed the schema of one database, as far as the gateway did it: DDL, CALL and the like. What was
 * proved before is proved no more; all else holds for a minute: a change by others is seen by then.
 *
 * <p>Such a statement counts from its request on, since requests after it are planned before it is run; and again when it is
 * over. So a look at the catalog that began in between proves nothing: it may have seen the schema of before. {@link #begin},
 * {@link #end}, {@link #turn} and {@link #holds} belong to the service thread, all else to any.
 */
public final class SchemaChanges {

    private static final long HOLDS_NANOS = 60_000_000_000L;

    private final AtomicInteger count = new AtomicInteger();
    private volatile int open;
    private long nowNanos = System.nanoTime();

    /** The schema may be another now. */
    public void changed() {
        count.incrementAndGet();
    }

    int count() {
        return count.get();
    }

    /** A request was read whose statement may change the schema. */
    public void begin() {
        open++;
        changed();
    }

    /** That request is answered, whether or not its statement was run. */
    public void end() {
        open--;
        changed();
    }

    /** The time by {@link System#nanoTime()}, told now and then. */
    public void turn(long nanos) {
        nowNanos = nanos;
    }

    /** Whether requests may be planned by what was proved. */
    public boolean holds(Proof proof) {
        return noneSince(proof) && nowNanos - proof.sinceNanos() < HOLDS_NANOS;
    }

    /** Whether the gateway has not changed the schema since something was proved. */
    public boolean noneSince(Proof proof) {
        return !underWay() && proof.changes() == count();
    }

    /** Whether a statement waits or runs that may change the schema: what is proved now is proved for nothing. Any thread. */
    public boolean underWay() {
        return open > 0;
    }
}
