package dev.sluice.api;

import java.time.Duration;

/**
 * The requests of one writer of a client, numbered from 1 without a gap. That of a named client goes on with its numbers
 * in the next process of that name: a job that asks in a fixed order knows by them what it has asked before.
 */
public interface NumberedRequests extends Requests {

    /**
     * The same writer, for requests that are of use for so long only: each carries a deadline, so long after it was
     * written. One whose deadline passes before it is asked is answered as failed, with
     * {@link FailureKind#TIMEOUT}, also while its backend is away; an update that may have happened is
     * not, nor is one that runs. Results keep their order: that failure, too, comes behind the results before it. Job and
     * gateway go by the wall clock for this.
     *
     * @param limit at least 1 ms
     * @throws IllegalArgumentException if it is less
     */
    Requests within(Duration limit);

    /** The writer's id, as in {@link RequestRef#writer()}. Any thread. */
    long writer();

    /** The number of the last request written, 0 when there is none, as in {@link RequestRef#sequence()}. Any thread. */
    long lastSequence();

    /**
     * Forces every request written here until now to disk, whatever the client's sync mode: they survive a power cut. Takes
     * as long as the disk, 0.1 ms and more. The thread that writes.
     */
    void sync();
}
