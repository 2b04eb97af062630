package dev.sluice.perf.system;

import dev.sluice.api.Results;
import dev.sluice.api.UnansweredException;
import dev.sluice.client.GatewayClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

/** Gateways in a JVM of their own, opened and closed one by one. One thread. */
public final class HostedGateways implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long ANSWER_SECONDS = 60;

    /** As the gateway's own program has it with two processors or one, for the JDK's HTTP client. */
    private static final String COMMON_THREADS = "-Djava.util.concurrent.ForkJoinPool.common.parallelism=2";

    private final ChildJvm jvm;

    private HostedGateways(ChildJvm jvm) {
        this.jvm = jvm;
    }

    /** Starts the JVM, without a gateway; its log is in that directory. */
    public static HostedGateways start(Path directory) throws IOException {
        return start(directory, "");
    }

    /**
     * The same.
     *
     * @param password of the databases
     */
    public static HostedGateways start(Path directory, String password) throws IOException {
        final List<String> options =
                Runtime.getRuntime().availableProcessors() <= 2 ? List.of(COMMON_THREADS) : List.of();
        return new HostedGateways(ChildJvm.start("gateways", directory, options, password, GatewayHost.class));
    }

    /**
     * Opens one more.
     *
     * @param directory where its configuration goes, which must be its own
     * @param queues of the gateway, as the configuration names them
     * @param configuration of the gateway
     */
    public Hosted open(Path directory, Path queues, String configuration) throws IOException, InterruptedException {
        final Path file = Files.writeString(Files.createDirectories(directory).resolve("gateway.yaml"), configuration);
        final GatewayClient client = GatewayClient.open(queues);
        boolean opened = false;
        try {
            ask(GatewayHost.OPEN + file);
            opened = true;
        } finally {
            if (!opened) {
                client.close();
            }
        }
        return new Hosted(file, client);
    }

    /** CPU of that JVM since its start, in nanoseconds, of all its gateways. */
    public long cpuNanos() throws IOException, InterruptedException {
        return Long.parseLong(ask(GatewayHost.CPU));
    }

    private String ask(String line) throws IOException, InterruptedException {
        jvm.ask(line);
        return jvm.hear(ANSWER_SECONDS);
    }

    @Override
    public void close() {
        jvm.close();
    }

    /** One of them, and a client of its queues. */
    public final class Hosted implements AutoCloseable {

        private final Path file;
        private final GatewayClient client;

        private Hosted(Path file, GatewayClient client) {
            this.file = file;
            this.client = client;
        }

        public GatewayClient client() {
            return client;
        }

        /**
         * Takes the results of everything asked.
         *
         * @throws IllegalStateException if the gateways' JVM ended instead
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

        /** See {@link ChildJvm#whileAlive}. */
        public <T> T whileAlive(Callable<T> work) throws Exception {
            return jvm.whileAlive(work);
        }

        @Override
        public void close() {
            client.close();
            try {
                ask(GatewayHost.CLOSE + file);
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt(); // it ends with its JVM
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
