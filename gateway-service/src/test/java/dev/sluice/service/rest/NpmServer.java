package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A server of a package of npm, which is installed to target/npm; skips the test where that cannot be. */
final class NpmServer implements AutoCloseable {

    private static final Path TARGET = Path.of("target", "npm").toAbsolutePath();
    private static final long INSTALL_SECONDS = 90;
    private static final Duration START = Duration.ofSeconds(20);

    private final Process process;
    private final String url;

    private NpmServer(Process process, String url) {
        this.process = process;
        this.url = url;
    }

    /** The directory in which a package is installed. */
    static Path installed(String name, String version) throws IOException, InterruptedException {
        assumeTrue(onPath("node") && onPath("npm"), "node and npm are not installed");
        final Path at = TARGET.resolve(name + "-" + version);
        if (!Files.exists(at.resolve("complete"))) {
            Files.createDirectories(at);
            final Process npm = new ProcessBuilder(
                            "npm",
                            "install",
                            "--no-audit",
                            "--no-fund",
                            "--ignore-scripts",
                            "--prefix",
                            ".",
                            name + "@" + version)
                    .directory(at.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(at.resolve("npm.log").toFile())
                    .start();
            final boolean ended = npm.waitFor(INSTALL_SECONDS, TimeUnit.SECONDS);
            npm.destroyForcibly();
            assumeTrue(ended && npm.waitFor() == 0, () -> "npm cannot install " + name + "; see " + at + "/npm.log");
            Files.createFile(at.resolve("complete"));
        }
        return at;
    }

    private static boolean onPath(String command) {
        for (final String directory : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
            if (Files.isExecutable(Path.of(directory, command))) {
                return true;
            }
        }
        return false;
    }

    /** Starts a script, with a free port as its last argument, and waits until it answers. */
    static NpmServer start(Path at, String... script) throws IOException {
        final int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        final List<String> command = new ArrayList<>(List.of("node"));
        command.addAll(List.of(script));
        command.add(Integer.toString(port));
        final Process process = new ProcessBuilder(command)
                .directory(at.toFile())
                .redirectErrorStream(true)
                .redirectOutput(at.resolve("server.log").toFile())
                .start();
        final NpmServer server = new NpmServer(process, "http://localhost:" + port);
        try {
            Awaitility.await().atMost(START).until(server::answers);
        } catch (final RuntimeException e) {
            server.close();
            throw e;
        }
        return server;
    }

    private boolean answers() {
        if (!process.isAlive()) {
            throw new IllegalStateException("the server has ended with " + process.exitValue());
        }
        try {
            final HttpURLConnection connection =
                    (HttpURLConnection) URI.create(url).toURL().openConnection();
            connection.setReadTimeout((int) START.toMillis());
            return connection.getResponseCode() > 0;
        } catch (final IOException e) {
            return false;
        }
    }

    String url() {
        return url;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
