package dev.sluice.internal.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A place in the program where a crash leaves something behind. For crash tests only: started with
 * {@code -Dsluice.faultPoint=name:nth -Dsluice.faultFile=path}, the thread that reaches the place of that name for the
 * nth time makes that file and stops there until it is deleted, so that the test can kill the process with exactly that done.
 *
 * <p>Costs nothing otherwise: the compiler removes what a constant forbids. Any thread.
 */
public final class FaultPoint {

    private static final long PAUSE_NANOS = 10_000_000;
    private static final String NAME;
    private static final AtomicInteger LEFT;

    static {
        final String armed = System.getProperty("sluice.faultPoint", "");
        final int colon = armed.lastIndexOf(':');
        NAME = armed.isEmpty() ? null : armed.substring(0, colon);
        LEFT = new AtomicInteger(armed.isEmpty() ? 0 : Integer.parseInt(armed.substring(colon + 1)));
    }

    private FaultPoint() {}

    /** The program is at the place of that name. */
    public static void reached(String name) {
        if (NAME != null && NAME.equals(name) && LEFT.decrementAndGet() == 0) {
            stop();
        }
    }

    private static void stop() {
        final Path file = Path.of(System.getProperty("sluice.faultFile"));
        try {
            Files.createFile(file);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        while (Files.exists(file)) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
