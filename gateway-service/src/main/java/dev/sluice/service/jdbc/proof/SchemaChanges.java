package dev.sluice.service.jdbc.proof;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts what may have changed the schema of one database, as far as the gateway did it: DDL, CALL and the like. Any thread. */
public final class SchemaChanges {

    private final AtomicInteger count = new AtomicInteger();

    /** The schema may be another now: what was proved before is proved no more. */
    public void changed() {
        count.incrementAndGet();
    }

    int count() {
        return count.get();
    }
}
