package dev.sluice.service;

import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.Backend;
import java.util.Collection;

/**
 * How a gateway drains.
 *
 * @param name its name, first in every message
 * @param chunkLimit the most requests of a chunk, at least 1
 * @param lingerNanos how long an unfilled chunk waits for more requests; 0: nothing waits
 */
public record GatewaySettings(String name, int chunkLimit, long lingerNanos) {

    public GatewaySettings {
        if (chunkLimit < 1 || lingerNanos < 0) {
            throw new IllegalArgumentException(
                    "chunkLimit " + chunkLimit + ", linger " + lingerNanos + " ns: 1 and 0 are the least");
        }
    }

    static GatewaySettings of(GatewayConfig config) {
        return new GatewaySettings(
                config.name(), config.chunk().limit(), config.chunk().linger().toNanos());
    }

    /** The most requests in hand: a chunk for each call that the backends take at a time, and one that waits. */
    long windowLimit(Collection<? extends Backend> backends) {
        return chunkLimit
                * (1L + backends.stream().mapToLong(Backend::callsInFlight).sum());
    }
}
