package dev.sluice.perf.system;

import dev.sluice.queue.QueueOptions;
import dev.sluice.queue.QueuePair;
import dev.sluice.service.IdleStrategy;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** A gateway with an {@link InstantBackend}, on a thread of this JVM: jobs of other JVMs are measured with it. */
public final class InstantGateway implements AutoCloseable {

    private static final long LOOK_SECONDS = 5;

    private final Path queues;
    private final int chunkLimit;
    private final IdleStrategy idle;
    private final FutureTask<Void> service;
    private final Thread thread;
    private volatile boolean stop;

    private InstantGateway(Path queues, int chunkLimit, IdleStrategy idle) {
        this.queues = queues;
        this.chunkLimit = chunkLimit;
        this.idle = idle;
        this.service = new FutureTask<>(this::serve, null);
        this.thread = new Thread(service, "instant-gateway");
    }

    /** Starts it; it answers what is asked from the beginning of those queues, which are made if they are missing. */
    public static InstantGateway start(Path queues, int chunkLimit, IdleStrategy idle) {
        final InstantGateway gateway = new InstantGateway(queues, chunkLimit, idle);
        gateway.thread.start();
        return gateway;
    }

    private void serve() {
        try (QueuePair pair = QueuePair.open(queues, QueueOptions.DEFAULTS);
                InstantLoop loop = new InstantLoop(pair, chunkLimit)) {
            while (!stop) {
                idle.idle(loop.doWork());
            }
        }
    }

    /**
     * The next line of a job that asks this gateway.
     *
     * @throws IllegalStateException if one of the two ended, or nothing was said in that time
     */
    public String hear(ChildJvm job, long timeoutSeconds) throws InterruptedException {
        final long start = System.nanoTime();
        while (System.nanoTime() - start < timeoutSeconds * 1e9) {
            final String line = job.listen(LOOK_SECONDS);
            if (!line.isEmpty()) {
                return line;
            }
            checkAlive();
            job.checkAlive();
        }
        throw new IllegalStateException("A job over " + queues + " has not ended within " + timeoutSeconds + " s");
    }

    private void checkAlive() throws InterruptedException {
        if (service.isDone()) {
            try {
                service.get();
            } catch (final ExecutionException e) {
                throw new IllegalStateException("The gateway of " + queues + " failed: " + e.getCause(), e.getCause());
            }
        }
    }

    @Override
    public void close() {
        stop = true;
        idle.wakeUp();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (final InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
