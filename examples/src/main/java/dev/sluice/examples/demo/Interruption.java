package dev.sluice.examples.demo;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C and SIGTERM: the thread at work is interrupted and has a while to stop what it started. The JVM then ends with
 * the status that users expect, 128 and the signal's number.
 */
final class Interruption implements AutoCloseable {

    private static final int STOP_SECONDS = 20;

    private final Thread atWork = Thread.currentThread();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stop, "demo-interruption");
    private volatile boolean interrupted;

    Interruption() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void stop() {
        interrupted = true;
        atWork.interrupt();
        try {
            stopped.await(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the JVM is ending. */
    boolean happened() {
        return interrupted;
    }

    @Override
    public void close() {
        stopped.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (final IllegalStateException ending) {
            // The hook has run.
        }
    }
}
