package dev.sluice.perf.coalesce;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

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

    private static final String TEMPLATE = """
            name: coalesce
            queues:
              path: '%s'
            chunk:
              limit: %d
              linger: %dms
              callsInFlight: %d
            services:
              slow:
                url: %s
                callsInFlight: %d
            lookups:
              %s:
                service: slow
                types: [long]
                request: {limit: %d}
            """;
    private static final String CACHE = """
                cache: {entries: 100000}
            """;

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

    /** Its configuration, as an operator would write it. */
    String yaml(Path queues, URI service) {
        return TEMPLATE.formatted(
                        queues.toAbsolutePath(),
                        chunkLimit,
                        linger.toMillis(),
                        callsInFlight,
                        service,
                        callsInFlight,
                        SlowNames.LOOKUP,
                        CALL_LIMIT)
                + (cache ? CACHE : "");
    }
}
