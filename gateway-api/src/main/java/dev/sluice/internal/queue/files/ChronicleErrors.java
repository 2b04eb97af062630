package dev.sluice.internal.queue.files;

import dev.sluice.api.QueueException;
import java.nio.file.Path;
import java.util.function.Supplier;
import net.openhft.chronicle.core.io.ClosedIllegalStateException;
import net.openhft.chronicle.core.threads.InterruptedRuntimeException;
import net.openhft.chronicle.wire.UnrecoverableTimeoutException;

/** What Chronicle throws, as ours: on damaged or missing files it may be anything, checked exceptions included. */
public final class ChronicleErrors {

    private ChronicleErrors() {}

    /** Gives what Chronicle gives. */
    public static <T> T translate(Path directory, Supplier<T> use) {
        try {
            return use.get();
        } catch (final Throwable e) {
            throw translated(directory, e);
        }
    }

    /** An error of Chronicle's as a queue's, unless it is not about the queue. */
    public static RuntimeException translated(Path directory, Throwable error) {
        if (error instanceof QueueException queue) {
            return queue;
        }
        if (error instanceof ClosedIllegalStateException closed) {
            return closed;
        }
        if (error instanceof InterruptedRuntimeException) {
            return new QueueException("interrupted while waiting for the queue " + directory, error);
        }
        if (error instanceof UnrecoverableTimeoutException) {
            return new QueueException(
                    "the queue " + directory
                            + " did not become free: a process that writes to it is stopped, or very slow ("
                            + error.getMessage() + ")",
                    error);
        }
        // A fault of the memory that a file is mapped to, and an assertion of Chronicle's, are about the queue.
        if (error instanceof Error fatal && !(error instanceof InternalError) && !(error instanceof AssertionError)) {
            throw fatal;
        }
        return CorruptQueueException.queue(directory, error);
    }
}
