package dev.sluice.perf.micro;

import dev.sluice.api.QueueOptions;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.perf.lab.InstantLoop;
import dev.sluice.service.IdleStrategy;
import java.nio.file.Path;

/** A gateway's loop on a thread of its own, with a backend that answers at once: what is left is the job and the queues. */
final class InstantService implements AutoCloseable {

    private final Path directory;
    private final int chunkLimit;
    private final IdleStrategy idle;
    private final Thread thread = new Thread(this::serve, "instant-gateway");
    private volatile boolean stop;

    /** Starts it; it answers what is asked from the beginning of those queues. */
    InstantService(Path directory, int chunkLimit, IdleStrategy idle) {
        this.directory = directory;
        this.chunkLimit = chunkLimit;
        this.idle = idle;
        thread.start();
    }

    private void serve() {
        try (QueuePair queues = QueuePair.open(directory, QueueOptions.DEFAULTS);
                InstantLoop loop = new InstantLoop(queues, chunkLimit)) {
            while (!stop) {
                idle.idle(loop.doWork());
            }
        }
    }

    @Override
    public void close() {
        stop = true;
        idle.wakeUp();
        try {
            thread.join();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
