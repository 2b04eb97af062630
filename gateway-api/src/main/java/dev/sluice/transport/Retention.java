package dev.sluice.transport;

import dev.sluice.api.QueueException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Deletes the files of a lane that no process needs any more. The requests of such a file are answered, their results are on
 * disk, every named reader and every run has read these results, and the file is old enough. The methods are slow, so call them
 * on a dedicated thread. Only one thread at a time may use this object, except for {@link #stop}. The lane must stay open as long
 * as this object is used.
 */
public interface Retention {

    /**
     * Returns a verdict on each file: first the request files, then the result files, each from the oldest to the newest.
     *
     * @param durable the index of the last request whose result is known to be on disk, -1 if there is none; {@code
     *     Long.MAX_VALUE} gives the verdicts that would hold if all results were on disk
     * @param age the minimum age of a deletable file, counted from its last write and from the answer to its last request
     * @throws QueueException if the last answered request is missing, or a result needed for a verdict cannot be read
     */
    List<Decision> verdicts(long durable, Duration age, Instant now);

    /**
     * Deletes the deletable files, the oldest first and requests before their results. A kill at any moment leaves a consistent
     * lane.
     *
     * @return the verdicts, as from {@link #verdicts}; the files with the verdict {@code DELETABLE} have been deleted
     * @throws QueueException if a file cannot be deleted
     */
    default List<Decision> delete(long durable, Duration age, Instant now) {
        return delete(durable, age, now, Progress.NONE);
    }

    /** Does the same as {@link #delete(long, Duration, Instant)}, and reports its progress. */
    List<Decision> delete(long durable, Duration age, Instant now, Progress progress);

    /** Is notified of the progress of a deletion. */
    interface Progress {

        /** Ignores the progress. */
        Progress NONE = new Progress() {};

        /**
         * Called after each request that the retention reads. It reads requests to find the last request of each named writer.
         */
        default void requestRead() {}

        /** Called after each deleted file. */
        default void deleted(Decision file) {}
    }

    /**
     * Forces the answered requests and their results to disk, in every sync mode.
     *
     * @return the index of the last answered request, -1 if there is none
     */
    long sync();

    /** Stops deleting. A running deletion ends after the file that it is working on. Any thread may call this. */
    void stop();

    /**
     * A verdict on one file: whether it stays, and why.
     *
     * @param file the path of the file
     * @param bytes the size of the file
     * @param fate whether the file may be deleted
     * @param cause the path of the file that the reason is about: this file, or another file that stays and so keeps this file,
     *     too
     * @param reason the reason for the verdict, worded as a statement about {@code cause}; equal reasons have equal texts
     */
    record Decision(Path file, long bytes, Fate fate, Path cause, String reason) {

        /** The outcome of a verdict. */
        public enum Fate {
            /** No process needs the file, so the file may be deleted. */
            DELETABLE,
            /** The file was changed too recently, or its requests were answered too recently. */
            RECENT,
            /** The gateway continues from this file. */
            CURRENT,
            /** The file is old enough, but a reader or run still needs it. */
            NEEDED
        }

        public boolean deletable() {
            return fate == Fate.DELETABLE;
        }

        /** Whether the reason is about this file itself. */
        public boolean isOwn() {
            return cause.equals(file);
        }

        /** Returns the reason, worded as a statement about this file. */
        public String explanation() {
            return isOwn()
                    ? reason
                    : "stays with " + cause.getName(cause.getNameCount() - 2) + "/" + cause.getFileName() + ", which "
                            + reason;
        }
    }
}
