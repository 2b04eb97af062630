package dev.sluice.perf.events;

import java.time.Duration;

/**
 * When a batch is sent, the same for all who have batches.
 *
 * @param limit most events of a post
 * @param interval how long the first event of a batch that is not full waits
 * @param inFlight most posts that an asynchronous sender has under way
 */
record Batching(int limit, Duration interval, int inFlight) {

    Batching withLimit(int another) {
        return new Batching(another, interval, inFlight);
    }
}
