package dev.sluice.transport;

import dev.sluice.api.Position;
import dev.sluice.api.QueueException;
import dev.sluice.internal.wire.WireFormatException.NewerFormatException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A queue that cannot be read further from a place on; what comes before it is whole. */
public abstract sealed class UnreadableQueueException extends QueueException {

    private static final long serialVersionUID = 1L;

    private final String position;

    UnreadableQueueException(String position, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.position = position;
    }

    /** Returns the place in the form of {@link Position}, or the name of the file or queue where no more is known. */
    public final String position() {
        return position;
    }

    /** A queue is not as it was written: a document, what leads to it, or a whole file. */
    public static final class CorruptQueueException extends UnreadableQueueException {

        private static final long serialVersionUID = 1L;

        private static final String WHAT_TO_DO =
                "; bring the files back from a copy, or start with a new pair of queues and ask again what has no result";

        private CorruptQueueException(String position, String message, @Nullable Throwable cause) {
            super(position, message + WHAT_TO_DO, cause);
        }

        public static CorruptQueueException at(Position position, String message, @Nullable Throwable cause) {
            return new CorruptQueueException(position.toString(), message, cause);
        }

        public static CorruptQueueException behind(String place, Path queue, String how) {
            return new CorruptQueueException(place, queue + " is damaged after " + place + ": " + how, null);
        }

        public static CorruptQueueException file(Path file, String how) {
            return new CorruptQueueException(file.getFileName().toString(), file + " is damaged: " + how, null);
        }

        public static CorruptQueueException lost(Path file) {
            return new CorruptQueueException(
                    file.getFileName().toString(), file + " is gone or empty, and it had messages", null);
        }

        public static CorruptQueueException queue(Path directory, Throwable cause) {
            return new CorruptQueueException(
                    directory.getFileName().toString(), "the queue " + directory + " cannot be used: " + cause, cause);
        }
    }

    /** A message of a later release, which only that one can read rightly: nothing after it is read here. */
    public static final class NewerMessageException extends UnreadableQueueException {

        private static final long serialVersionUID = 1L;

        public NewerMessageException(Position position, String queue, NewerFormatException cause) {
            super(
                    position.toString(),
                    "the document at " + position + " of the " + queue + " is " + cause.getMessage()
                            + ". It is held, and everything after it, until a release that knows it goes on: run that of the"
                            + " program that wrote it",
                    cause);
        }
    }
}
