package dev.sluice.transport;

import dev.sluice.api.Position;
import dev.sluice.api.QueueException;
import dev.sluice.internal.wire.WireFormatException.NewerFormatException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reports that a queue cannot be read from a certain place on; everything before that place is intact. */
public abstract sealed class UnreadableQueueException extends QueueException {

    private static final long serialVersionUID = 1L;

    private final String position;

    UnreadableQueueException(String position, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.position = position;
    }

    /**
     * Returns the place from which on the queue cannot be read, in the form of {@link Position}. If the position is not known,
     * returns the name of the file or queue.
     */
    public final String position() {
        return position;
    }

    /**
     * Reports that a queue is damaged: a document, the index that leads to a document, or a whole file. The message says what to
     * do.
     */
    public static final class CorruptQueueException extends UnreadableQueueException {

        private static final long serialVersionUID = 1L;

        private final String how;

        private CorruptQueueException(
                String position, String what, String how, String whatToDo, @Nullable Throwable cause) {
            super(position, what + how + "; " + whatToDo, cause);
            this.how = how;
        }

        /** Returns the description of the damage, without the name of the file and without the advice. */
        public String how() {
            return how;
        }

        /** Returns the exception for an unusable message of that queue. */
        public static CorruptQueueException at(
                Path queue, Position position, String message, @Nullable Throwable cause) {
            return new CorruptQueueException(position.toString(), "", message, repair(queue), cause);
        }

        /** Returns the exception for messages of that queue that cannot be reached. */
        public static CorruptQueueException behind(String place, Path queue, String how) {
            return new CorruptQueueException(
                    place, queue + " is damaged after " + place + ": ", how, repair(queue), null);
        }

        /** Returns the exception for a damaged queue file that the repair command may be able to repair. */
        public static CorruptQueueException file(Path file, String how) {
            return new CorruptQueueException(
                    file.getFileName().toString(), file + " is damaged: ", how, repair(file.resolveSibling("")), null);
        }

        /**
         * Returns the exception for a damaged file that describes the other files. The repair command cannot recreate such a
         * file.
         */
        public static CorruptQueueException properties(Path file, String how) {
            return new CorruptQueueException(
                    file.getFileName().toString(), file + " is damaged: ", how, "bring it back from a copy", null);
        }

        /**
         * Returns the exception for a damaged note, which is a small file beside the messages. The messages are intact. The
         * advice depends on the note's purpose.
         */
        public static CorruptQueueException note(Path file, String how, String whatToDo) {
            return new CorruptQueueException(
                    file.getFileName().toString(), file + " is damaged: ", how, whatToDo, null);
        }

        /** Returns the exception for a missing or empty file. */
        public static CorruptQueueException lost(Path file) {
            return new CorruptQueueException(
                    file.getFileName().toString(),
                    file.toString(),
                    " is gone or empty, and it had messages",
                    "bring it back from a copy; without a copy, this command says what can be done: "
                            + command(file.resolveSibling("")),
                    null);
        }

        /** Returns the exception for a queue that cannot be used for an unexpected reason. */
        public static CorruptQueueException queue(Path directory, Throwable cause) {
            return new CorruptQueueException(
                    directory.getFileName().toString(),
                    "the queue " + directory,
                    " cannot be used: " + cause,
                    repair(directory),
                    cause);
        }

        private static String repair(Path queue) {
            return "this command says what can still be read and repaired: " + command(queue);
        }

        private static String command(Path queue) {
            return "sluice replay repair --queues "
                    + queue.toAbsolutePath().normalize().getParent();
        }
    }

    /** Reports a message in the format of a later release. This release can neither read it nor skip it. */
    public static final class NewerMessageException extends UnreadableQueueException {

        private static final long serialVersionUID = 1L;

        public NewerMessageException(Position position, String queue, NewerFormatException cause) {
            super(
                    position.toString(),
                    "the document at " + position + " of the " + queue + " is " + cause.getMessage()
                            + ". It and everything after it wait until a release that can read it is started: run the"
                            + " same release as the program that wrote it",
                    cause);
        }
    }
}
