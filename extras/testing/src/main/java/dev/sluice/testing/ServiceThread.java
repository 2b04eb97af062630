package dev.sluice.testing;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** The thread of a gateway in the test's process. */
final class ServiceThread {

    private final FutureTask<Void> task;

    private ServiceThread(FutureTask<Void> task) {
        this.task = task;
    }

    /** Starts a daemon thread for the work. */
    static ServiceThread start(Runnable work) {
        final FutureTask<Void> task = new FutureTask<>(work, null);
        final Thread thread = new Thread(task, "sluice-test-gateway");
        thread.setDaemon(true);
        thread.start();
        return new ServiceThread(task);
    }

    /**
     * Waits until the thread has ended.
     *
     * @throws IllegalStateException if the gateway failed
     */
    void awaitEnd() {
        try {
            task.get();
        } catch (final ExecutionException e) {
            throw new IllegalStateException("the gateway of the test failed: " + e.getMessage(), e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the end of the test's gateway", e);
        }
    }
}
