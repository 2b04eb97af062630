package dev.sluice.perf.lab;

import dev.sluice.service.Gateway;
import dev.sluice.service.GatewaySettings;
import dev.sluice.service.QueueSink;
import dev.sluice.service.QueueSource;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lease;
import java.util.List;
import java.util.Optional;

/**
 * A gateway's loop with an {@link InstantBackend}. It reads real queues, and answers their requests from the first one on. Not
 * thread-safe.
 */
public final class InstantLoop implements AutoCloseable {

    private final Lease lock;
    private final QueueSource source;
    private final QueueSink sink;
    private final InstantBackend backend = new InstantBackend();
    private final Gateway gateway;

    public InstantLoop(Lane queues, int chunkLimit) {
        lock = queues.lease();
        source = new QueueSource(queues, queues.requestsFromStart());
        sink = new QueueSink(queues.resultWriter(lock, Optional.empty()), Optional.empty());
        gateway = new Gateway(
                new GatewaySettings("perf", chunkLimit, 0),
                source,
                sink,
                backend,
                List.of(backend),
                () -> System.currentTimeMillis() * 1_000_000);
    }

    public int doWork() {
        return gateway.doWork(System.nanoTime());
    }

    /** Works until the given number of results is written. */
    public void answer(long requests) {
        while (gateway.counts().written() < requests) {
            doWork();
        }
    }

    @Override
    public void close() {
        try (lock;
                source;
                sink;
                backend) {
            // closes all four, even if closing one of them fails
        }
    }
}
