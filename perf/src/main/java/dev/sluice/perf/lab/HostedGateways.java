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
 * Gateways in a JVM of their own, each on a thread, opened and closed one by one: so a curve over settings of the gateway
 * needs no JVM for each, and all are equally warm. One thread.
 */
public final class HostedGateways implements AutoCloseable {

    private static final long ANSWER_SECONDS = 60;

    private final ChildJvm jvm;

    private HostedGateways(ChildJvm jvm) {
        this.jvm = jvm;
    }

    /**
     * Starts the JVM, without a gateway; its log is in that directory.
     *
     * @param options of the JVM
     */
    public static HostedGateways start(Path directory, String... options) throws IOException {
        return new HostedGateways(ChildJvm.start("gateway", directory, List.of(options), Host.class));
    }

    /** A JVM with one gateway, which end together; its queues, configuration and log are in that directory. */
    public static Service single(Path directory, GatewayYaml configuration) throws IOException, InterruptedException {
        final HostedGateways gateways = start(directory);
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

    /** Opens one more gateway, without a client of its queues; returns its configuration's file. */
    public Path serve(Path directory, GatewayYaml configuration) throws IOException, InterruptedException {
        return serveAsConfigured(
                directory,
                configuration.with("queues.path", directory.resolve("queues").toAbsolutePath()));
    }

    /** Opens one more gateway, at the address that the configuration names; returns its file, in that directory. */
    public Path serveAsConfigured(Path directory, GatewayYaml configuration) throws IOException, InterruptedException {
        final Path file = configuration.write(directory.resolve("gateway.yaml"));
        ask(new Command(Command.What.OPEN, file.toString()), Command.class);
        return file;
    }

    private void close(Path file) {
        try {
            ask(new Command(Command.What.CLOSE, file.toString()), Command.class);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt(); // it ends with its JVM
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The CPU and memory that the JVM has used up since its start, all its gateways together. */
    public ProcessUse use() throws IOException, InterruptedException {
        return ask(new Command(Command.What.USE, ""), ProcessUse.class);
    }

    public ProcessUse.Memory memory() throws IOException, InterruptedException {
        return ask(new Command(Command.What.MEMORY, ""), ProcessUse.Memory.class);
    }

    private <T> T ask(Command told, Class<T> answer) throws IOException, InterruptedException {
        return jvm.ask(told, answer, ANSWER_SECONDS);
    }

    /** The JVM of all of them. */
    public ChildJvm jvm() {
        return jvm;
    }

    @Override
    public void close() {
        jvm.close();
    }

    /** A task of the JVM, with the configuration of a gateway. */
    private record Command(What what, String file) {
        private enum What {
            OPEN,
            CLOSE,
            USE,
            MEMORY
        }
    }

    /** The program of the JVM. */
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
            System.exit(0); // gateways that nobody closed
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

        /** Whoever waits for an answer is to hear of it at once; the log says why. */
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
