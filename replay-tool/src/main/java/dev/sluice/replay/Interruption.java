package dev.sluice.replay;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Has Ctrl-C and SIGTERM end long work in order: what is closed here has been told, and is waited for. */
final class Interruption implements AutoCloseable {

    private static final long WAIT_SECONDS = 15;

    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread hook;

    /** @param stop makes the work end soon; called by another thread */
    Interruption(Runnable stop) {
        hook = new Thread(() -> end(stop), "stop");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void end(Runnable stop) {
        stop.run();
        try {
            if (!ended.await(WAIT_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("it did not end within " + WAIT_SECONDS + " s and is left as it is");
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The work has ended, and what came of it is printed. */
    @Override
    public void close() {
        ended.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (final IllegalStateException e) {
            return; // the process is ending, by this hook
        }
    }
}
