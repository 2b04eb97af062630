package dev.sluice.perf.system;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The configuration of a gateway before the reference server.
 *
 * @param queues the directory of its queues
 * @param service the server's address
 * @param chunkLimit most requests in a chunk
 * @param callsInFlight how many calls may be under way at a time
 */
public record RestGatewayFile(Path queues, URI service, int chunkLimit, int callsInFlight) {

    public static final String LOOKUP = "sluice_perf_customer";

    private static final String TEMPLATE = """
            name: perf
            queues:
              path: '%s'
            chunk:
              limit: %d
              callsInFlight: %d
            services:
              reference:
                url: %s
            lookups:
              %s:
                service: reference
                types: [long]
            endpoints:
              %s:
                service: reference
            """;

    /** Writes it. */
    public Path write(Path file) throws IOException {
        return Files.writeString(
                file,
                TEMPLATE.formatted(
                        queues.toAbsolutePath(), chunkLimit, callsInFlight, service, LOOKUP, RestService.ENDPOINT));
    }
}
