package dev.sluice.internal.queue.files;

import dev.sluice.api.Position;
import java.nio.file.Path;

/** A queue is not as it was written: a document, what leads to it, or a whole file. */
public final class CorruptQueueException extends UnreadableQueueException {

    private static final long serialVersionUID = 1L;

    private static final String WHAT_TO_DO =
            "; bring the files back from a copy, or start with a new pair of queues and ask again what has no result";

    private CorruptQueueException(String position, String message, Throwable cause) {
        super(position, message + WHAT_TO_DO, cause);
    }

    public static CorruptQueueException at(Position position, String message, Throwable cause) {
        return new CorruptQueueException(position.toString(), message, cause);
    }

    public static CorruptQueueException behind(String place, Path queue, String how) {
        return new CorruptQueueException(place, queue + " is damaged behind " + place + ": " + how, null);
    }

    public static CorruptQueueException file(Path file, String how) {
        return new CorruptQueueException(file.getFileName().toString(), file + " is damaged: " + how, null);
    }

    static CorruptQueueException lost(Path file) {
        return new CorruptQueueException(
                file.getFileName().toString(), file + " is gone or empty, and it had messages", null);
    }

    static CorruptQueueException queue(Path directory, Throwable cause) {
        return new CorruptQueueException(
                directory.getFileName().toString(), "the queue " + directory + " cannot be used: " + cause, cause);
    }
}
