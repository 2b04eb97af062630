package dev.sluice.perf.micro;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.Requests;
import dev.sluice.client.GatewayClient;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.perf.lab.Opened;
import dev.sluice.testsupport.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Queues that are made anew for each iteration, which is one invocation of a benchmark. One thread. */
@State(Scope.Thread)
public abstract class QueueBenchmark {

    static final int REQUESTS = 50_000;
    static final int CHUNK = 100;

    /** Where queues are made. */
    @Param("")
    public String directory;

    private final Opened opened = new Opened();
    private Path path;
    private GatewayClient client;
    private QueuePair queues;

    /** Makes the queues, and what the benchmark needs, before its time begins. */
    @Setup(Level.Iteration)
    public void open() throws IOException {
        path = Files.createTempDirectory(Path.of(directory).toAbsolutePath(), "micro-");
        client = opened(GatewayClient.open(path.resolve("queues")));
        queues = opened(QueuePair.open(path.resolve("queues"), QueueOptions.DEFAULTS));
        prepare();
    }

    /** What the benchmark needs beside. */
    abstract void prepare();

    @TearDown(Level.Iteration)
    public void close() throws IOException {
        opened.close();
        Trees.delete(path);
    }

    final <T extends AutoCloseable> T opened(T one) {
        return opened.add(one);
    }

    final Path path() {
        return path;
    }

    final GatewayClient client() {
        return client;
    }

    final QueuePair queues() {
        return queues;
    }

    /** As a job writes. */
    final void write() {
        final Requests requests = client.requests();
        for (long key = 0; key < REQUESTS; key++) {
            requests.lookup("customer", key);
        }
    }
}
