package dev.sluice.perf.lab;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/**
 * A JVM that serves on a port of the loopback, which is the first thing that it says. One thread.
 *
 * @param jvm that it is
 * @param url of its port
 */
public record ServerJvm(ChildJvm jvm, URI url) implements AutoCloseable {

    private static final long ANSWER_SECONDS = 30;

    /** Starts it, and waits until it serves; its log is in that directory. */
    public static ServerJvm start(String name, Path directory, List<String> options, Class<?> main, Object... arguments)
            throws IOException, InterruptedException {
        final ChildJvm jvm = ChildJvm.start(name, directory, options, main, arguments);
        try {
            return new ServerJvm(jvm, URI.create("http://127.0.0.1:" + jvm.hear(Integer.class, ANSWER_SECONDS)));
        } catch (final IOException | InterruptedException | RuntimeException e) {
            jvm.close();
            throw e;
        }
    }

    /** Tells its program something, and returns the answer. */
    public <T> T ask(Object value, Class<T> answer) throws IOException, InterruptedException {
        return jvm.ask(value, answer, ANSWER_SECONDS);
    }

    @Override
    public void close() {
        jvm.close();
    }
}
