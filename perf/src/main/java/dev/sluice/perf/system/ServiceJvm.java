package dev.sluice.perf.system;

import dev.sluice.api.UnansweredException;
import dev.sluice.client.GatewayClient;
import dev.sluice.perf.baseline.OneAtATime;
import dev.sluice.perf.load.Asked;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

/** A gateway, or what it is compared with, in a JVM of its own, and a client of its queues here. */
public final class ServiceJvm implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ChildJvm jvm;
    private final GatewayClient client;

    private ServiceJvm(ChildJvm jvm, GatewayClient client) {
        this.jvm = jvm;
        this.client = client;
    }

    /** Starts a gateway; its queues, configuration and log are in that directory. */
    public static ServiceJvm gateway(
            Path directory,
            Database database,
            int chunkLimit,
            int updatesPerTransaction,
            String updates,
            String declaration)
            throws IOException {
        final Path queues = directory.resolve("queues");
        final Path file = new GatewayFile(queues, database, chunkLimit, updatesPerTransaction, updates, declaration)
                .write(directory.resolve("gateway.yaml"));
        return start(directory, database, WatchedGateway.class, "run", "--config", file.toString());
    }

    /** Starts a gateway before the reference server. */
    public static ServiceJvm gateway(Path directory, Database database, URI service, int chunkLimit, int callsInFlight)
            throws IOException {
        final Path file = new RestGatewayFile(directory.resolve("queues"), service, chunkLimit, callsInFlight)
                .write(directory.resolve("gateway.yaml"));
        return start(directory, database, WatchedGateway.class, "run", "--config", file.toString());
    }

    /** Starts a gateway for the letters job, with a name that no other one of the same database has. */
    public static ServiceJvm letters(String name, Path directory, Database database, int chunkLimit, int callsInFlight)
            throws IOException {
        final Path file = new LettersGatewayFile(name, directory.resolve("queues"), database, chunkLimit, callsInFlight)
                .write(directory.resolve("gateway.yaml"));
        return start(directory, database, WatchedGateway.class, "run", "--config", file.toString());
    }

    /** Starts the service that makes one change at a time. */
    public static ServiceJvm oneAtATime(Path directory, Database database, OneAtATime.Prepare prepare)
            throws IOException {
        return start(
                directory,
                database,
                OneAtATime.class,
                directory.resolve("queues").toString(),
                database.url(),
                database.user(),
                prepare.name());
    }

    private static ServiceJvm start(Path directory, Database database, Class<?> main, String... arguments)
            throws IOException {
        final GatewayClient client = GatewayClient.open(directory.resolve("queues"));
        return new ServiceJvm(
                ChildJvm.start("service", directory, List.of(), database.password(), main, arguments), client);
    }

    public GatewayClient client() {
        return client;
    }

    /**
     * Takes the results of everything asked.
     *
     * @throws IllegalStateException if the service ended instead
     */
    public void await(Asked asked) {
        while (client.answered() < client.written()) {
            try {
                client.awaitAll(asked, PATIENCE);
            } catch (final UnansweredException e) {
                jvm.checkAlive();
            }
        }
    }

    /** See {@link ChildJvm#whileAlive}. */
    public <T> T whileAlive(Callable<T> work) throws Exception {
        return jvm.whileAlive(work);
    }

    /** @throws IllegalStateException if it has ended */
    public void checkAlive() {
        jvm.checkAlive();
    }

    @Override
    public void close() {
        client.close();
        jvm.close();
    }
}
