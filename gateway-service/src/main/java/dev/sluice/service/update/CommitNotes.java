package dev.sluice.service.update;

import java.util.Optional;

/**
 * Notes beside the results: how far the checkpoint of each database had got. A database whose row is before its note has lost commits.
 * A power cut may leave an older note, or none: then less is noticed.
 */
public interface CommitNotes {

    /** Keeps none. */
    CommitNotes NONE = new CommitNotes() {

        @Override
        public Optional<Commit> last(String database) {
            return Optional.empty();
        }

        @Override
        public void note(String database, Commit commit) {
            // whoever uses this has no results to lose
        }

        @Override
        public void lost(String database, long after, long through) {
            // nothing is noted, so nothing is missed
        }
    };

    /**
     * A commit of a checkpoint.
     *
     * @param epoch of the checkpoint then, or one before
     * @param last the index of the last update of it, or {@link CheckpointTable#NONE}
     */
    record Commit(long epoch, long last) {}

    /** What the gateways before noted of a database, by its name in the configuration. */
    Optional<Commit> last(String database);

    /** Notes a commit: a store to memory. The service thread's. */
    void note(String database, Commit commit);

    /**
     * A database has lost updates, and an operator has accepted that: says which of them have a result. May take long; the worker's.
     *
     * @param after the index of the last update that it has
     * @param through the index of the last one that is not run again
     */
    void lost(String database, long after, long through);

    /**
     * The command that writes these again, for a person to paste. May take long; the worker's.
     *
     * @param after see {@link #lost}
     * @param through likewise
     */
    default String redrive(String database, long after, long through) {
        return "sluice replay redrive --lost";
    }
}
