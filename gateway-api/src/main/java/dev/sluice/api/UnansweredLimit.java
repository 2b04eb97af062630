package dev.sluice.api;

/**
 * Back-pressure: how many requests of a client may be without a result, and what becomes of the next one. A result counts
 * as there once it was read, also when the executor has yet to complete its future.
 *
 * @param most that many; {@link Long#MAX_VALUE} for no limit
 * @param waits whether the next request waits for room or fails
 */
public record UnansweredLimit(long most, boolean waits) {

    /** No limit: the queue is on disk, and takes what is written. The futures of what is open are in memory. */
    public static final UnansweredLimit NONE = new UnansweredLimit(Long.MAX_VALUE, true);

    /**
     * The limit of futures that are given no other: with 100,000 requests unanswered, the asking thread waits. Each unanswered
     * future takes some hundred bytes, so that without a limit a job without a gateway would run out of memory.
     */
    public static final UnansweredLimit DEFAULT = waitAt(100_000);

    public UnansweredLimit {
        if (most < 1) {
            throw new IllegalArgumentException("a limit of " + most + " unanswered requests: at least 1 is needed");
        }
    }

    /**
     * At that many the asking thread waits. Threads that wait begin again when a quarter of them has its result, so that
     * not each result wakes one thread. On the thread that reads results, where nobody could wake it, it throws instead.
     */
    public static UnansweredLimit waitAt(long most) {
        return new UnansweredLimit(most, true);
    }

    /** At that many a request is refused with {@link TooManyUnansweredException}. */
    public static UnansweredLimit failAt(long most) {
        return new UnansweredLimit(most, false);
    }

    /** Threads that wait are woken at so many. */
    public long wakeAt() {
        return most - Math.max(1, most / 4);
    }
}
