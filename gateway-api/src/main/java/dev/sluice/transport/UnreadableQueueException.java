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

    /** A queue is not as it was written: a document, what leads to it, or a whole file. Its message says what to do. */
    public static final class CorruptQueueException extends UnreadableQueueException {

        private static final long serialVersionUID = 1L;

        private final String how;

        private CorruptQueueException(
                String position, String what, String how, String whatToDo, @Nullable Throwable cause) {
            super(position, what + how + "; " + whatToDo, cause);
            this.how = how;
        }

        /** Returns what is not as it was written, without the file and what to do. */
        public String how() {
            return how;
        }

        /** A message of that queue cannot be used. */
        public static CorruptQueueException at(
                Path queue, Position position, String message, @Nullable Throwable cause) {
            return new CorruptQueueException(position.toString(), "", message, repair(queue), cause);
        }

        /** Messages of that queue cannot be reached. */
        public static CorruptQueueException behind(String place, Path queue, String how) {
            return new CorruptQueueException(
                    place, queue + " is damaged after " + place + ": ", how, repair(queue), null);
        }

        /** A file of a queue is damaged, and a repair may help. */
        public static CorruptQueueException file(Path file, String how) {
            return new CorruptQueueException(
                    file.getFileName().toString(), file + " is damaged: ", how, repair(file.resolveSibling("")), null);
        }

        /** A file is damaged that says what the others are: no repair makes it anew. */
        public static CorruptQueueException properties(Path file, String how) {
            return new CorruptQueueException(
                    file.getFileName().toString(), file + " is damaged: ", how, "bring it back from a copy", null);
        }

        /** A note beside the messages is damaged: they are whole without it, and what to do depends on what it said. */
        public static CorruptQueueException note(Path file, String how, String whatToDo) {
            return new CorruptQueueException(
                    file.getFileName().toString(), file + " is damaged: ", how, whatToDo, null);
        }

        /** A file is not there, or there is nothing in it. */
        public static CorruptQueueException lost(Path file) {
            return new CorruptQueueException(
                    file.getFileName().toString(),
                    file.toString(),
                    " is gone or empty, and it had messages",
                    "bring it back from a copy; if there is none, what can be done says: "
                            + command(file.resolveSibling("")),
                    null);
        }

        /** A queue cannot be used for a reason that nobody foresaw. */
        public static CorruptQueueException queue(Path directory, Throwable cause) {
            return new CorruptQueueException(
                    directory.getFileName().toString(),
                    "the queue " + directory,
                    " cannot be used: " + cause,
                    repair(directory),
                    cause);
        }

        private static String repair(Path queue) {
            return "what can be read of it, and repaired, says: " + command(queue);
        }

        private static String command(Path queue) {
            return "sluice replay repair --queues "
                    + queue.toAbsolutePath().normalize().getParent();
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
