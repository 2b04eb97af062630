package dev.sluice.perf.lab;

import dev.sluice.api.Results;
import dev.sluice.api.UnansweredException;
import dev.sluice.client.GatewayClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A gateway, or what it is compared with, in another JVM, and a client of its queues here. One thread.
 *
 * @param jvm that it is in
 * @param client of its queues
 * @param end ends the service, when the client is closed
 */
public record Service(ChildJvm jvm, GatewayClient client, Runnable end) implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Starts a service in a JVM of its own; its queues and its log are in that directory. */
    public static Service start(Path directory, Class<?> main, Object... arguments) throws IOException {
        final GatewayClient client = GatewayClient.open(directory.resolve("queues"));
        final ChildJvm jvm = ChildJvm.start("service", directory, List.of(), main, arguments);
        return new Service(jvm, client, jvm::close);
    }

    /**
     * Takes the results of everything asked.
     *
     * @throws IllegalStateException if the service's JVM ended instead
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
