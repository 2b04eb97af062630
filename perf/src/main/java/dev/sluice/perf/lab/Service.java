package dev.sluice.perf.lab;

import dev.sluice.api.Results;
import dev.sluice.api.UnansweredException;
import dev.sluice.client.GatewayClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A gateway or a baseline service in another JVM, with a client for its queues in this JVM. Not thread-safe.
 *
 * @param jvm the JVM in which the service runs
 * @param client the client for the service's queues
 * @param end ends the service; called after the client is closed
 */
public record Service(ChildJvm jvm, GatewayClient client, Runnable end) implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Starts a service in its own JVM. The directory contains the service's queues and log. */
    public static Service start(Path directory, Class<?> main, Object... arguments) throws IOException {
        final GatewayClient client = GatewayClient.open(directory.resolve("queues"));
        final ChildJvm jvm = ChildJvm.start("service", directory, List.of(), main, arguments);
        return new Service(jvm, client, jvm::close);
    }

    /**
     * Waits for the results of all written requests, and passes them to the handler.
     *
     * @throws IllegalStateException if the service's JVM ends first
     */
    public void await(Results results) {
        while (client.answered() < client.written()) {
            try {
                client.awaitAll(results, PATIENCE);
            } catch (final UnansweredException e) {
                jvm.checkAlive();
            }
        }
    }

    @Override
    public void close() {
        client.close();
        end.run();
    }
}
