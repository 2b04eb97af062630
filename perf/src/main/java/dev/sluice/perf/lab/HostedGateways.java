package dev.sluice.perf.lab;

import dev.sluice.client.GatewayClient;
import dev.sluice.testsupport.GatewayYaml;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Gateways in a JVM of their own, opened and closed one by one. One thread. */
public final class HostedGateways implements AutoCloseable {

    /** The password of databases in a configuration. */
    public static final String PASSWORD = "${" + ChildJvm.PASSWORD + ":}";

    private static final long ANSWER_SECONDS = 60;
    /** As the gateway's own program has it with two processors or one, for the JDK's HTTP client. */
    private static final String COMMON_THREADS = "-Djava.util.concurrent.ForkJoinPool.common.parallelism=2";

    private final ChildJvm jvm;

    private HostedGateways(ChildJvm jvm) {
        this.jvm = jvm;
    }

    /**
     * Starts the JVM, without a gateway; its log is in that directory.
     *
     * @param password of the databases
     * @param options of the JVM
     */
    public static HostedGateways start(Path directory, String password, String... options) throws IOException {
        final List<String> all = new ArrayList<>(List.of(options));
        if (Runtime.getRuntime().availableProcessors() <= 2) {
            all.add(COMMON_THREADS);
        }
        return new HostedGateways(ChildJvm.start("gateway", directory, all, password, GatewayHost.class));
    }

    /** A JVM with one gateway, which ends together; its queues, configuration and log are in that directory. */
    public static Service single(Path directory, String password, GatewayYaml configuration)
            throws IOException, InterruptedException {
        final HostedGateways gateways = start(directory, password);
        final Service service = gateways.open(directory, configuration);
        return new Service(service.jvm(), service.client(), gateways::close);
    }

    /** Opens one more gateway in a directory of its own, with its queues in {@code queues} below that. */
    public Service open(Path directory, GatewayYaml configuration) throws IOException, InterruptedException {
        final GatewayClient client =
                GatewayClient.open(Files.createDirectories(directory).resolve("queues"));
        try {
            final Path file = serve(directory, configuration);
            return new Service(jvm, client, () -> close(file));
        } catch (final IOException | InterruptedException | RuntimeException e) {
            client.close();
            throw e;
        }
    }

    /** Opens one more gateway without a client of its queues; returns its configuration's file. */
    public Path serve(Path directory, GatewayYaml configuration) throws IOException, InterruptedException {
        final Path file = configuration.write(directory.resolve("gateway.yaml"));
        jvm.ask(GatewayHost.OPEN + file, ANSWER_SECONDS);
        return file;
    }

    private void close(Path file) {
        try {
            jvm.ask(GatewayHost.CLOSE + file, ANSWER_SECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt(); // it ends with its JVM
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the JVM has used up since its start, all its gateways together. */
    public ProcessUse use() throws IOException, InterruptedException {
        return ProcessUse.heard(jvm.ask(GatewayHost.USE, ANSWER_SECONDS));
    }

    /** Bytes of heap in use after a collection, and bytes of the process in memory. */
    public long[] memory() throws IOException, InterruptedException {
        return ChildJvm.numbers(jvm.ask(GatewayHost.MEMORY, ANSWER_SECONDS));
    }

    /** @throws IllegalStateException if the JVM has ended */
    public void checkAlive() {
        jvm.checkAlive();
    }

    @Override
    public void close() {
        jvm.close();
    }
}
