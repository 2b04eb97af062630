package dev.sluice.service.admin.page;

import java.time.Instant;

/**
 * A gateway's work within a few seconds, and its state at their end.
 *
 * @param at their end
 * @param resultsPerSecond results that were written
 * @param failuresPerSecond those of them that are failures
 * @param requestsPerCall how many requests a call answered on average; 0 if none did
 * @param medianNanos from a request's writing until its result's, half of them took no longer; 0 if there were none
 * @param mostNanos likewise, 99 of 100
 * @param backlog requests without a result; -1 if that could not be told
 * @param oldestSeconds age of the oldest request in hand
 * @param diskUsable free bytes on the disk of the queues; -1 on another transport
 * @param heapUsed bytes
 */
record Sample(
        Instant at,
        double resultsPerSecond,
        double failuresPerSecond,
        double requestsPerCall,
        long medianNanos,
        long mostNanos,
        long backlog,
        double oldestSeconds,
        long diskUsable,
        long heapUsed) {}
