package dev.sluice.service;

import dev.sluice.api.QueueException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Brings results to disk on a thread of its own: a sync may take long. One at a time. Started and asked by the service
 * thread.
 */
final class BackgroundSync implements AutoCloseable {

    private final ExecutorService thread = Executors.newSingleThreadExecutor(work -> {
        final Thread made = new Thread(work, "sync");
        made.setDaemon(true);
        return made;
    });
    private long syncing = -1;
    private long durable = -1;
    private volatile boolean over = true;
    private volatile Throwable failure;

    /** Whether one is under way. */
    boolean busy() {
        return !over;
    }

    /** Runs a sync behind which every result up to that index is on disk. */
    void start(Runnable sync, long index) {
        syncing = index;
        over = false;
        thread.execute(() -> {
            try {
                sync.run();
            } catch (final RuntimeException | Error e) {
                failure = e;
            }
            over = true;
        });
    }

    /** The index up to which results are on disk; -1 if that is not known yet. */
    long durableIndex() {
        if (over) {
            if (failure != null) {
                // The system may have dropped what it could not write: nobody knows what is on disk.
                throw new QueueException("results cannot be brought to disk: " + failure.getMessage(), failure);
            }
            durable = syncing;
        }
        return durable;
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
