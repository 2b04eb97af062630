package dev.sluice.replay;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Stops long work in an orderly way on Ctrl-C and SIGTERM: the process waits up to 15 s until {@link #close} is called. */
final class Interruption implements AutoCloseable {

    private static final long WAIT_SECONDS = 15;

    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread hook;

    /** @param stop makes the work stop soon; called by the thread of the shutdown hook */
    Interruption(Runnable stop) {
        hook = new Thread(() -> end(stop), "stop");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void end(Runnable stop) {
        stop.run();
        try {
            if (!ended.await(WAIT_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("the command did not stop within " + WAIT_SECONDS + " s and is aborted");
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** To be called when the work has stopped and its summary is printed. */
    @Override
    public void close() {
        ended.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (final IllegalStateException e) {
            return; // the process is ending already, and runs this hook
        }
    }
}
