package dev.sluice.perf.lab;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/**
 * A child JVM with a server on a loopback port, which it prints. Not thread-safe.
 *
 * @param jvm the child JVM
 * @param url the URL of the server
 */
public record ServerJvm(ChildJvm jvm, URI url) implements AutoCloseable {

    /** The start of the line with the port. */
    public static final String LISTENS = "listening on port ";

    private static final long ANSWER_SECONDS = 30;

    /** Starts the JVM, and waits until its server listens. The JVM's log is written to the given directory. */
    public static ServerJvm start(String name, Path directory, List<String> options, Class<?> main, Object... arguments)
            throws IOException, InterruptedException {
        final ChildJvm jvm = ChildJvm.start(name, directory, options, main, arguments);
        try {
            return new ServerJvm(
                    jvm, URI.create("http://127.0.0.1:" + jvm.process().awaitLine(LISTENS)));
        } catch (final IOException | InterruptedException | RuntimeException e) {
            jvm.close();
            throw e;
        }
    }

    /** Sends a value to the server's program, and returns the answer. */
    public <T> T ask(Object value, Class<T> answer) throws IOException, InterruptedException {
        return jvm.ask(value, answer, ANSWER_SECONDS);
    }

    @Override
    public void close() {
        jvm.close();
    }
}
