package dev.sluice.examples.demo;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.ExitCode;

/**
 * Handles Ctrl-C and SIGTERM. The working thread is interrupted and has some time to stop the processes that it has started. The
 * JVM then ends with the usual status, which is 128 plus the signal's number.
 */
final class Interruption implements AutoCloseable {

    private static final int STOP_SECONDS = 20;

    private final Thread atWork = Thread.currentThread();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stop, "demo-interruption");
    private volatile boolean interrupted;

    /** The work of the demo. */
    @FunctionalInterface
    interface Work {

        /** Does the work, and returns the exit code. */
        int run() throws Exception;
    }

    private Interruption() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Runs a demo on this thread, reports its failure or interruption, and returns the exit code.
     *
     * @param advice the advice to show after an interruption or a failure
     */
    static int run(Screen screen, String advice, Work work) {
        try (Interruption interruption = new Interruption()) {
            try {
                return work.run();
            } catch (final Exception e) {
                if (!interruption.interrupted) {
                    return failed(e, screen, advice);
                }
                // The exception is only a consequence of the interrupt, which may hit any operation.
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
