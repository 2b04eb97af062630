package dev.sluice.perf.events;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The configuration of a gateway before the sink.
 *
 * @param queues the directory of its queues
 * @param sink where events are posted to
 * @param limit most events in a call
 * @param linger how long a call waits to fill
 */
record EventsGatewayFile(Path queues, URI sink, int limit, Duration linger) {

    static final String ENDPOINT = "events";

    private static final String TEMPLATE = """
            name: events
            queues:
              path: '%s'
            chunk:
              limit: %d
              linger: %dms
            services:
              sink:
                url: %s
            endpoints:
              %s:
                service: sink
            """;

    Path write(Path file) throws IOException {
        return Files.writeString(
                file, TEMPLATE.formatted(queues.toAbsolutePath(), limit, linger.toMillis(), sink, ENDPOINT));
    }
}
