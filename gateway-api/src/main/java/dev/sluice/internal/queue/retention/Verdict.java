package dev.sluice.internal.queue.retention;

import java.nio.file.Path;

/**
 * What is to become of one roll file.
 *
 * @param file the file, by its path
 * @param bytes its size
 * @param fate whether it may be deleted
 * @param cause the file that the reason is about: this one, or one that it stays with
 * @param reason why, or why not; the same text as long as the reason is the same
 */
public record Verdict(Path file, long bytes, Fate fate, Path cause, String reason) {

    /** What decided. */
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
                : "stays with " + cause.getParent().getFileName() + "/" + cause.getFileName() + ", which " + reason;
    }
}
