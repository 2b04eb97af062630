package dev.sluice.transport;

import dev.sluice.api.QueueException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Deletes files of a lane that nobody needs: answered, on disk, read by every named reader and run, and old enough. Slow, for a
 * thread of its own: one at a time, but for {@link #stop}. The lane must stay open meanwhile.
 */
public interface Retention {

    /**
     * Returns a verdict on each file, those of the requests first, from the oldest to the newest.
     *
     * @param durable the index of the last request whose result is known to be on disk, -1 if none is;
     *     {@code Long.MAX_VALUE} to hear what would go if all were
     * @param age how long a file stays when nobody writes to it any more, and its requests when they are answered
     * @throws QueueException if the request answered last is missing, or a result that decides cannot be read
     */
    List<Decision> verdicts(long durable, Duration age, Instant now);

    /**
     * Deletes what may go, oldest first and requests before their results; a kill on the way leaves a lane that is whole.
     *
     * @return the same as {@link #verdicts}; what is deletable in it was deleted
     * @throws QueueException if a file cannot be deleted
     */
    default List<Decision> delete(long durable, Duration age, Instant now) {
        return delete(durable, age, now, Progress.NONE);
    }

    /** See {@link #delete(long, Duration, Instant)}. */
    List<Decision> delete(long durable, Duration age, Instant now, Progress progress);

    /** Hears how far a deletion is. */
    interface Progress {

        /** Nobody. */
        Progress NONE = new Progress() {};

        /** One more request was read, to see how far writers got. */
        default void requestRead() {}

        /** One more file is gone. */
        default void deleted(Decision file) {}
    }

    /**
     * Brings the requests that are answered and their results to disk, whatever the sync mode.
     *
     * @return the index of the last of these requests, -1 if there is none
     */
    long sync();

    /** Lets nothing more be deleted; what is under way ends after the file that it is at. Any thread. */
    void stop();

    /**
     * A verdict on one file: whether it stays, and why.
     *
     * @param file the file, by its path
     * @param bytes its size
     * @param fate whether it may be deleted
     * @param cause the file that the reason is about: this one, or one that it stays with
     * @param reason why, or why not; the same text as long as the reason is the same
     */
    record Decision(Path file, long bytes, Fate fate, Path cause, String reason) {

        /** The outcome of a verdict. */
        public enum Fate {
            /** Nobody needs it: it may go. */
            DELETABLE,
            /** It was changed, or its requests were answered, too recently. */
            RECENT,
            /** The gateway goes on from it. */
            CURRENT,
            /** Old enough, but somebody is behind. */
            NEEDED
        }

        public boolean deletable() {
            return fate == Fate.DELETABLE;
        }

        /** Whether the reason is about this file itself. */
        public boolean isOwn() {
            return cause.equals(file);
        }

        /** The reason in a sentence about this file. */
        public String explanation() {
            return isOwn()
                    ? reason
                    : "stays with " + cause.getName(cause.getNameCount() - 2) + "/" + cause.getFileName() + ", which "
                            + reason;
        }
    }
}
