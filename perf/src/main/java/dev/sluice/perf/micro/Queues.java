package dev.sluice.perf.micro;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.Requests;
import dev.sluice.client.GatewayClient;
import dev.sluice.perf.lab.InstantLoop;
import dev.sluice.perf.lab.Opened;
import dev.sluice.service.IdleStrategy;
import dev.sluice.testsupport.Trees;
import dev.sluice.transport.Lane;
import dev.sluice.transport.RequestReader;
import dev.sluice.transport.Transports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Queues for a benchmark. New queues are created for each iteration, which invokes the benchmark once. Not thread-safe. */
@State(Scope.Thread)
public class Queues {

    static final int REQUESTS = 50_000;
    static final int CHUNK = 100;

    /** The directory in which the queues are created. */
    @Param("")
    public String directory;

    final Opened opened = new Opened();
    Path path;
    GatewayClient client;
    Lane pair;

    /** Creates the queues and everything else that the benchmark needs, before its time starts. */
    @Setup(Level.Iteration)
    public void open() throws IOException {
        path = Files.createTempDirectory(Path.of(directory).toAbsolutePath(), "micro-");
        client = opened.add(GatewayClient.open(path));
        pair = opened.add(Transports.open(path.toString(), QueueOptions.DEFAULTS));
        prepare();
    }

    /** Creates everything that the benchmark needs besides empty queues. */
    void prepare() {}

    @TearDown(Level.Iteration)
    public void close() throws IOException {
        opened.close();
        Trees.delete(path);
    }

    /** Writes the requests as a job does. */
    final void write() {
        final Requests requests = client.requests();
        for (long key = 0; key < REQUESTS; key++) {
            requests.lookup("customer", key);
        }
    }

    /**
     * Starts a gateway's loop on its own thread, with a backend that answers immediately, so that only the job and the queues are
     * measured. The loop answers all requests from the beginning of the queues until it is closed.
     */
    static AutoCloseable startLoop(Path queues, int chunkLimit, IdleStrategy idle) {
        final AtomicBoolean stop = new AtomicBoolean();
        final Thread thread = new Thread(
                () -> {
                    try (Lane pair = Transports.open(queues.toString(), QueueOptions.DEFAULTS);
                            InstantLoop loop = new InstantLoop(pair, chunkLimit)) {
                        while (!stop.get()) {
                            idle.idle(loop.doWork());
                        }
                    }
                },
                "instant-gateway");
        thread.start();
        return () -> {
            stop.set(true);
            idle.wakeUp();
            thread.join();
        };
    }

    /** Queues with requests. */
    public static class Written extends Queues {

        RequestReader reader;
        InstantLoop loop;
        /** The approximate time at which the middle request was written. */
        Instant middle;

        @Override
        void prepare() {
            final Instant before = Instant.now();
            write();
            middle = before.plusNanos(before.until(Instant.now(), ChronoUnit.NANOS) / 2);
            reader = opened.add(pair.requestsFromStart());
            loop = opened.add(new InstantLoop(pair, CHUNK));
        }
    }

    /** Queues with requests and their results. */
    public static class Answered extends Written {

        @Override
        void prepare() {
            super.prepare();
            loop.answer(REQUESTS);
        }
    }
}
