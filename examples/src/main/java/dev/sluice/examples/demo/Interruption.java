package dev.sluice.examples.demo;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.ExitCode;

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

    /** A demo at work. */
    @FunctionalInterface
    interface Work {

        /** Works to the end and gives the exit code. */
        int run() throws Exception;
    }

    private Interruption() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Runs a demo on this thread, tells of its end if that is not a good one, and gives the exit code.
     *
     * @param advice what to tell whoever interrupted it
     */
    static int run(Screen screen, String advice, Work work) {
        try (Interruption interruption = new Interruption()) {
            try {
                return work.run();
            } catch (final Exception e) {
                if (!interruption.interrupted) {
                    return failed(e, screen, advice);
                }
                // Whatever an interrupt does to a thread in the middle of reading and writing.
                screen.error("interrupted. " + advice);
                return ExitCode.SOFTWARE;
            }
        }
    }

    private static int failed(Exception failure, Screen screen, String advice) {
        if (failure instanceof DemoException known) {
            screen.error(known.getMessage());
            return known.exitCode();
        }
        throw new IllegalStateException("the demo failed. " + advice, failure);
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
