package dev.sluice.perf.lab;

import dev.sluice.examples.rest.LookupServerProgram;
import dev.sluice.testsupport.LocalPorts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The reference server in a JVM of its own. */
public final class RestService implements AutoCloseable {

    private static final long START_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final ChildJvm jvm;
    private final URI url;
    private final HttpClient client = HttpClient.newHttpClient();

    private RestService(ChildJvm jvm, URI url) {
        this.jvm = jvm;
        this.url = url;
    }

    /**
     * Starts it over that database, and waits until it answers.
     *
     * @param name of its log file
     * @param options of the server's program beside port and database, such as its lookups
     */
    public static RestService start(String name, Path directory, Database database, List<String> options)
            throws IOException, InterruptedException {
        final List<String> arguments = new ArrayList<>();
        final int port = LocalPorts.free();
        arguments.addAll(List.of("--port", String.valueOf(port), "--url", database.url(), "--user", database.user()));
        arguments.addAll(List.of("--password-from", ChildJvm.PASSWORD));
        arguments.addAll(options);
        final ChildJvm jvm = ChildJvm.start(
                name,
                directory,
                List.of(),
                database.password(),
                LookupServerProgram.class,
                arguments.toArray(String[]::new));
        final RestService service = new RestService(jvm, URI.create("http://127.0.0.1:" + port));
        service.awaitAnswer();
        return service;
    }

    private void awaitAnswer() throws IOException, InterruptedException {
        final long start = System.nanoTime();
        while (true) {
            jvm.checkAlive();
            try {
                client.send(
                        HttpRequest.newBuilder(url.resolve("/counts")).build(), HttpResponse.BodyHandlers.discarding());
                return;
            } catch (final IOException e) {
                if (System.nanoTime() - start > START_NANOS) {
                    close();
                    throw e;
                }
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
    }

    public URI url() {
        return url;
    }

    @Override
    public void close() {
        jvm.close();
    }
}
