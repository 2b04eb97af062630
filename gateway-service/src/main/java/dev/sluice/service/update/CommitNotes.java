package dev.sluice.service.update;

import java.util.Optional;

/**
 * Notes, stored beside the results, of the last commit of the checkpoint in each database. If the checkpoint's row in a
 * database is older than its note, the database has lost commits. A power cut may leave an older note or no note; then
 * fewer lost commits are detected.
 */
public interface CommitNotes {

    /** Stores no notes. */
    CommitNotes NONE = new CommitNotes() {

        @Override
        public Optional<Commit> last(String database) {
            return Optional.empty();
        }

        @Override
        public void note(String database, Commit commit) {
            // callers that use this have no results that could be lost
        }

        @Override
        public void lost(String database, long after, long through) {
            // without notes, no loss is ever detected
        }
    };

    /**
     * A commit of a checkpoint.
     *
     * @param epoch the checkpoint's epoch at this commit, or an earlier epoch
     * @param last the index of the last update in this commit, or {@link CheckpointTable#NONE}
     */
    record Commit(long epoch, long last) {}

    /** Returns the last commit that earlier gateway processes noted for a database, given its name in the configuration. */
    Optional<Commit> last(String database);

    /** Notes a commit; only writes to memory. Called by the service thread. */
    void note(String database, Commit commit);

    /**
     * Reports those updates that have a result although the database has lost them; called when an operator has accepted the
     * loss. May take long; called by the worker.
     *
     * @param after the index of the last update that the database still has
     * @param through the index of the last lost update that is not run again
     */
    void lost(String database, long after, long through);

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
