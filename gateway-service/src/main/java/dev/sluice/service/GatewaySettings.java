package dev.sluice.service;

import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.Backend;
import java.util.Collection;

/**
 * The settings for reading chunks.
 *
 * @param name the gateway's name; every log message begins with it
 * @param chunkLimit the maximum number of requests in a chunk, at least 1
 * @param lingerNanos how long a chunk that is not full waits for more requests; 0 for no wait
 */
public record GatewaySettings(String name, int chunkLimit, long lingerNanos) {

    public GatewaySettings {
        if (chunkLimit < 1 || lingerNanos < 0) {
            throw new IllegalArgumentException("chunkLimit must be at least 1, and is " + chunkLimit
                    + "; linger must not be negative, and is " + lingerNanos + " ns");
        }
    }

    static GatewaySettings of(GatewayConfig config) {
        return new GatewaySettings(
                config.name(), config.chunk().limit(), config.chunk().linger().toNanos());
    }

    /**
     * Returns the maximum number of requests in the window: a chunk for each call that the backends may have in flight, and one
     * more chunk that waits.
     */
    long windowLimit(Collection<? extends Backend> backends) {
        return chunkLimit
                * (1L + backends.stream().mapToLong(Backend::callsInFlight).sum());
    }
}
