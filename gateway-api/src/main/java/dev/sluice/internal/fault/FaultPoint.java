package dev.sluice.internal.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A named point in the program at which a crash test can stop a process. With the system properties
 * {@code -Dsluice.faultPoint=name:nth -Dsluice.faultFile=path}, the thread that reaches the point {@code name} for the nth time
 * creates the file and waits until it is deleted. Meanwhile the test can kill the process at exactly this point.
 *
 * <p>Without the properties a point costs nothing, because the compiler removes the check of a constant. Thread-safe.
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

    /** Called when the program reaches the point {@code name}. */
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
