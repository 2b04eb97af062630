package dev.sluice.service.update;

import java.util.Optional;

/**
 * For each database, a note of the checkpoint's last commit, stored beside the results. If the checkpoint's row in a database is
 * older than the note, the database has lost commits. A power cut may leave an older note or no note; then fewer lost commits
 * are detected.
 */
public interface CommitNotes {

    /** Stores no notes, so no loss is ever detected. For callers that have no results that could be lost. */
    CommitNotes NONE = new CommitNotes() {};

    /**
     * A commit of a checkpoint.
     *
     * @param epoch the checkpoint's epoch at this commit, or an earlier epoch
     * @param last the index of the last update in this commit, or {@link CheckpointTable#NONE}
     */
    record Commit(long epoch, long last) {}

    /** Returns the last commit that earlier gateway processes noted for a database, given its name in the configuration. */
    default Optional<Commit> last(String database) {
        return Optional.empty();
    }

    /** Records a commit as a note; writes only to memory. Called by the service thread. */
    default void note(String database, Commit commit) {}

    /**
     * Reports those updates that have a result although the database has lost them; called when an operator has accepted the
     * loss. May take long; called by the worker.
     *
     * @param after the index of the last update that the database still has
     * @param through the index of the last lost update that is not run again
     */
    default void lost(String database, long after, long through) {}

    /**
     * Returns the command that writes the requests of the lost updates again, for an operator to paste. May take long; called
     * by the worker.
     *
     * @param after see {@link #lost}
     * @param through see {@link #lost}
     */
    default String redrive(String database, long after, long through) {
        return "sluice replay redrive --lost";
    }
}
