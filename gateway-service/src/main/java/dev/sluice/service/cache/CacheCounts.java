package dev.sluice.service.cache;

/** How often a cache had the answer. Written by the service thread; any thread may read. */
public final class CacheCounts {

    private volatile long hits;
    private volatile long misses;

    @SuppressWarnings("NonAtomicOperationOnVolatileField") // one writer
    void asked(boolean hit) {
        if (hit) {
            hits++;
        } else {
            misses++;
        }
    }

    /** Requests that were answered from it. */
    public long hits() {
        return hits;
    }

    /** Requests that it had no answer for. */
    public long misses() {
        return misses;
    }
}
