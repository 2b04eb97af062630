package dev.sluice.perf.coalesce;

import dev.sluice.testsupport.GatewayYaml;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * How a gateway drains.
 *
 * @param chunkLimit most requests in a chunk
 * @param callsInFlight most calls under way
 * @param linger how long a chunk waits to fill
 * @param cache whether it keeps answers
 */
record GatewaySettings(int chunkLimit, int callsInFlight, Duration linger, boolean cache) {

    /** Most keys of a call, for every variant that has no smaller limit of its own. */
    static final int CALL_LIMIT = 1_000;

    static GatewaySettings of(int chunkLimit, int callsInFlight) {
        return new GatewaySettings(chunkLimit, callsInFlight, Duration.ZERO, false);
    }

    GatewaySettings lingering(Duration time) {
        return new GatewaySettings(chunkLimit, callsInFlight, time, cache);
    }

    GatewaySettings cached() {
        return new GatewaySettings(chunkLimit, callsInFlight, linger, true);
    }

    String named() {
        return String.format("gateway, chunks of %,d, %d in flight", chunkLimit, callsInFlight)
                + (linger.isZero() ? "" : ", linger " + linger.toMillis() + " ms")
                + (cache ? ", cache" : "");
    }

    /** Its configuration. */
    GatewayYaml yaml(Path queues, URI service) {
        final String lookup = "lookups." + SlowNames.LOOKUP;
        final GatewayYaml yaml = new GatewayYaml("coalesce", queues)
                .with("chunk.limit", chunkLimit)
                .with("chunk.linger", linger.toMillis() + "ms")
                .with("services.slow.url", service)
                .with("services.slow.callsInFlight", callsInFlight)
                .with(lookup + ".service", "slow")
                .with(lookup + ".types", List.of("long"))
                .with(lookup + ".request.limit", CALL_LIMIT);
        return cache ? yaml.with(lookup + ".cache.entries", 100_000) : yaml;
    }
}
