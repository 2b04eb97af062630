package dev.sluice.perf.lab;

import dev.sluice.client.GatewayClient;
import dev.sluice.service.GatewayProgram;
import dev.sluice.service.check.BackendReview;
import dev.sluice.testsupport.GatewayYaml;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A separate JVM that hosts gateways, each on its own thread. The gateways are opened and closed one by one. A curve over a
 * setting of the gateway therefore does not need a JVM for each point, and all gateways run equally warmed-up code. Not
 * thread-safe.
 */
public final class HostedGateways implements AutoCloseable {

    private static final long ANSWER_SECONDS = 60;

    private final ChildJvm jvm;

    private HostedGateways(ChildJvm jvm) {
        this.jvm = jvm;
    }

    /**
     * Starts the JVM without a gateway, and writes its log to the given directory.
     *
     * @param options the options of the JVM
     */
    public static HostedGateways start(Path directory, String... options) throws IOException {
        return new HostedGateways(ChildJvm.start("gateway", directory, List.of(options), Host.class));
    }

    /** Starts a JVM with one gateway; closing the service ends both. The directory contains the queues, configuration and log. */
    public static Service single(Path directory, GatewayYaml configuration) throws IOException, InterruptedException {
        final HostedGateways gateways = start(directory);
        final Service service = gateways.open(directory, configuration);
        return new Service(service.jvm(), service.client(), gateways::close);
    }

    /** Opens one more gateway with its own directory. The subdirectory {@code queues} contains the gateway's queues. */
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

    /** Opens one more gateway without a client, and returns the gateway's configuration file. */
    public Path serve(Path directory, GatewayYaml configuration) throws IOException, InterruptedException {
        return serveAsConfigured(
                directory,
                configuration.with("queues.path", directory.resolve("queues").toAbsolutePath()));
    }

    /**
     * Opens one more gateway on the queues that the configuration names, and returns its configuration file, which this method
     * writes into the directory.
     */
    public Path serveAsConfigured(Path directory, GatewayYaml configuration) throws IOException, InterruptedException {
        final Path file = configuration.write(directory.resolve("gateway.yaml"));
        ask(new Command(Command.What.OPEN, file.toString()), Command.class);
        return file;
    }

    private void close(Path file) {
        try {
            ask(new Command(Command.What.CLOSE, file.toString()), Command.class);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt(); // the gateway ends with its JVM
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The CPU time and memory that the JVM with all its gateways has used since its start. */
    public ProcessUse use() throws IOException, InterruptedException {
        return ask(new Command(Command.What.USE, ""), ProcessUse.class);
    }

    public ProcessUse.Memory memory() throws IOException, InterruptedException {
        return ask(new Command(Command.What.MEMORY, ""), ProcessUse.Memory.class);
    }

    private <T> T ask(Command told, Class<T> answer) throws IOException, InterruptedException {
        return jvm.ask(told, answer, ANSWER_SECONDS);
    }

    /** The JVM that hosts the gateways. */
    public ChildJvm jvm() {
        return jvm;
    }

    @Override
    public void close() {
        jvm.close();
    }

    /** A command to the JVM. The file is the configuration of the gateway to open or close, and empty for other commands. */
    private record Command(What what, String file) {
        private enum What {
            OPEN,
            CLOSE,
            USE,
            MEMORY
        }
    }

    /** The main program of the JVM. */
    static final class Host {

        private final Map<String, Running> running = new HashMap<>();

        private record Running(GatewayProgram program, Thread thread) {}

        private Host() {}

        public static void main(String[] args) throws Exception {
            Program.giveCommonPoolThreads();
            try {
                ChildJvm.answer(Command.class, new Host()::perform);
            } catch (final RuntimeException e) {
                end(e);
            }
            System.exit(0); // also ends gateways that nobody closed
        }

        private Object perform(Command told) throws IOException, InterruptedException {
            switch (told.what) {
                case OPEN -> open(told.file);
                case CLOSE -> close(running.remove(told.file));
                case USE -> {
                    return ProcessUse.now();
                }
                case MEMORY -> {
                    return ProcessUse.Memory.now();
                }
            }
            return told;
        }

        private void open(String file) {
            final GatewayProgram program = GatewayProgram.open(BackendReview.load(Path.of(file)));
            final Thread thread = new Thread(program::run, "gateway");
            thread.setUncaughtExceptionHandler((gone, why) -> end(why));
            thread.start();
            running.put(file, new Running(program, thread));
        }

        /** Logs the error and ends the JVM, so that a parent that waits for an answer learns of the failure at once. */
        private static void end(Throwable why) {
            System.getLogger(Host.class.getName()).log(System.Logger.Level.ERROR, "The JVM of gateways ends", why);
            System.exit(1);
        }

        private static void close(Running one) throws InterruptedException {
            one.program.stop();
            one.thread.join();
            one.program.close();
        }
    }
}
