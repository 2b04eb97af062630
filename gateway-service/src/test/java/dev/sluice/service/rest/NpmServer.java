package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
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

/** A server of a package of npm, which is installed to target/npm; skips the test where that cannot be. */
final class NpmServer implements AutoCloseable {

    private static final Path TARGET = Path.of("target", "npm").toAbsolutePath();
    private static final Duration INSTALL = Duration.ofSeconds(90);
    private static final Duration START = Duration.ofSeconds(20);

    private final Child process;
    private final String url;

    private NpmServer(Child process, String url) {
        this.process = process;
        this.url = url;
    }

    /** The directory in which a package is installed. */
    static Path installed(String name, String version) throws IOException, InterruptedException {
        assumeTrue(onPath("node") && onPath("npm"), "node and npm are not installed");
        final Path at = TARGET.resolve(name + "-" + version);
        if (!Files.exists(at.resolve("complete"))) {
            Files.createDirectories(at);
            try (Child npm = Program.of(
                            "npm",
                            "install",
                            "--no-audit",
                            "--no-fund",
                            "--ignore-scripts",
                            "--prefix",
                            ".",
                            name + "@" + version)
                    .in(at)
                    .log(at.resolve("npm.log"))
                    .patience(INSTALL)
                    .start()) {
                assumeTrue(npm.ends(0), () -> "npm cannot install " + name + "; " + npm.described());
            }
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
    static NpmServer start(Path at, String... script) throws IOException, InterruptedException {
        final int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        final List<String> command = new ArrayList<>(List.of("node"));
        command.addAll(List.of(script));
        command.add(Integer.toString(port));
        final NpmServer server = new NpmServer(
                Program.of(command)
                        .in(at)
                        .log(at.resolve("server.log"))
                        .patience(START)
                        .start(),
                "http://localhost:" + port);
        try {
            server.process.await("an answer", server::answers);
        } catch (final InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
        return server;
    }

    private boolean answers() {
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
        process.close();
    }
}
