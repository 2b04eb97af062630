package dev.sluice.service;

import dev.sluice.api.Requests;
import dev.sluice.api.Results;
import dev.sluice.client.GatewayClient;
import dev.sluice.service.check.BackendReview;
import dev.sluice.service.log.LogSetup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.slf4j.event.Level;

/**
 * A program that the launcher runs: it loads the classes that a gateway loads. Its JVM archives these classes when it ends
 * ({@code -XX:ArchiveClassesAtExit}), and each later start maps the archive instead of reading and verifying the classes again.
 */
public final class WarmUp {

    private static final int REQUESTS = 200;
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private WarmUp() {}

    /** Runs the program. The only argument is an empty directory. */
    public static void main(String[] args) throws IOException {
        LogSetup.begin();
        LogSetup.use(LogSetup.Format.TEXT, Level.INFO);
        run(Path.of(args[0]));
        System.exit(0);
    }

    /** Creates queues in the directory, with some requests and their results. Returns the path of the queues. */
    public static Path run(Path directory) throws IOException {
        final Path queues = directory.toAbsolutePath().resolve("queues");
        final Path script = Files.writeString(
                directory.toAbsolutePath().resolve("tables.sql"),
                "CREATE TABLE t (id BIGINT PRIMARY KEY, name VARCHAR(20))");
        final Path file = Files.writeString(directory.resolve("gateway.yaml"), """
                name: warm-up
                queues:
                  path: '%s'
                  diskReserve: 1MB
                health:
                  port: 0
                databases:
                  main:
                    url: 'jdbc:hsqldb:file:%s;hsqldb.tx=mvcc;hsqldb.lock_file=false;shutdown=true'
                    user: SA
                    init: '%s'
                lookups:
                  find:
                    sql: SELECT name FROM t WHERE id = ?
                    types: [long]
                    reads: [t]
                statements:
                  add:
                    sql: INSERT INTO t (id, name) VALUES (?, ?)
                    types: [long, text]
                    writes: [t]
                """.formatted(
                        queues, directory.toAbsolutePath().resolve("database/db"), script));
        Main.commandLine().execute("check", "--config", file.toString());
        try (GatewayProgram program = GatewayProgram.open(BackendReview.load(file))) {
            final Thread service = new Thread(program::run, "service");
            service.setDaemon(true);
            service.start();
            ask(queues, 0);
            program.stop();
            join(service);
        }
        // Opens the existing queues, as every start except the first does; this gateway ends with the JVM.
        final Thread again =
                new Thread(() -> Main.commandLine().execute(RunCommand.NAME, "--config", file.toString()), "again");
        again.setDaemon(true);
        again.start();
        ask(queues, REQUESTS);
        initializeJarOf(WarmUp.class);
        initialize("org.postgresql.Driver").ifPresent(WarmUp::initializeJarOf);
        return queues;
    }

    private static void ask(Path queues, long firstKey) {
        try (GatewayClient client = GatewayClient.open(queues)) {
            final Requests requests = client.requests();
            for (long key = firstKey; key < firstKey + REQUESTS; key++) {
                requests.executeUpdate("add", key, "name");
                requests.lookup("find", key);
            }
            client.awaitAll(Results.ignored(), LONGEST);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Loads all classes of the jar that contains a class, because the configuration decides which of them a start needs. */
    private static void initializeJarOf(Class<?> one) {
        final URL jar = one.getProtectionDomain().getCodeSource().getLocation();
        if (!jar.getPath().endsWith(".jar")) {
            return;
        }
        try (JarFile file = new JarFile(Path.of(jar.toURI()).toFile())) {
            file.stream()
                    .map(JarEntry::getName)
                    .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF"))
                    .forEach(name -> initialize(
                            name.substring(0, name.length() - ".class".length()).replace('/', '.')));
        } catch (final IOException | URISyntaxException e) {
            throw new UncheckedIOException(new IOException("cannot read " + jar, e));
        }
    }

    private static Optional<Class<?>> initialize(String name) {
        try {
            return Optional.of(Class.forName(name));
        } catch (final ClassNotFoundException | LinkageError e) {
            return Optional.empty(); // the class needs a library that is missing here, so no start loads the class
        }
    }
}
