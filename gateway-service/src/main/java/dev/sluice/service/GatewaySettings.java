package dev.sluice.service;

/**
 * How a gateway drains.
 *
 * @param name its name, first in every message
 * @param chunkLimit the most requests of a chunk, at least 1
 * @param lingerNanos how long an unfilled chunk waits for more requests; 0: nothing waits
 * @param callsInFlight how many calls may be under way at a time, at least 1
 */
public record GatewaySettings(String name, int chunkLimit, long lingerNanos, int callsInFlight) {

    public GatewaySettings {
        if (chunkLimit < 1 || lingerNanos < 0 || callsInFlight < 1) {
            throw new IllegalArgumentException("chunkLimit " + chunkLimit + ", linger " + lingerNanos
                    + " ns, callsInFlight " + callsInFlight + ": 1, 0 and 1 are the least");
        }
    }

    /** The most requests in hand: a chunk for each call under way, and one that waits. */
    long windowLimit() {
        return chunkLimit * (callsInFlight + 1L);
    }
}
