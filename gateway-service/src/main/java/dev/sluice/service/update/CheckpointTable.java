package dev.sluice.service.update;

import dev.sluice.service.core.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * The rows that one gateway stores in the user's database: its checkpoint, and the outcomes of updates whose results may
 * still be lost. Every method works in the session's current transaction.
 */
public interface CheckpointTable {

    /** The index that means "no request"; it is less than the index of any request. */
    long NONE = -1;

    /**
     * The checkpoint.
     *
     * @param queue the id of the input queue whose requests were run
     * @param last the index of the last update that was committed, or {@link #NONE}
     * @param pruned the index up to which outcomes were deleted because their results are on disk, or {@link #NONE}
     * @param epoch the number of claims of the checkpoint; a claim makes a gateway process the checkpoint's holder
     * @param holder the gateway process that claimed the checkpoint last
     */
    record Row(UUID queue, long last, long pruned, long epoch, String holder) {}

    /**
     * The outcome of one update, or of a read that a later update conflicts with.
     *
     * @param index the index of the request in the input
     * @param fingerprint the fingerprint of the request, see {@link dev.sluice.internal.wire.Arguments#fingerprint}
     * @param read whether the request is a read
     * @param outcome for an update a count, returned rows or a failure; for a read rows, not found or a failure
     */
    public record Kept(long index, int fingerprint, boolean read, Outcome outcome) {}

    /**
     * Increments the epoch and returns the row; empty if there is no row. The increment locks the row. If another commit of the
     * row is still running, the increment waits for that commit.
     */
    Optional<Row> lock() throws DatabaseException;

    /**
     * The owner of a checkpoint.
     *
     * @param gateway the gateway's name
     * @param database the database's name in the gateway's configuration
     */
    public record Owner(String gateway, String database) {}

    /** Returns the index of the last committed update according to the row; empty if there is no row. */
    OptionalLong last() throws DatabaseException;

    /**
     * Returns the owners of those other checkpoints in this database whose last update is from this queue and after this index.
     */
    List<Owner> others(UUID queue, long behind) throws DatabaseException;

    /** Inserts the first checkpoint of this gateway into this database. */
    void insert(Row row) throws DatabaseException;

    /** Overwrites the row that {@link #lock} locked. */
    void replace(Row row) throws DatabaseException;

    /** Returns the stored outcomes in the order of their positions, each as the bytes that were passed to {@link #keep}. */
    List<byte[]> outcomes() throws DatabaseException;

    /**
     * Sets the index of the last update that the current transaction contains. Must be the first statement of the transaction,
     * because this statement locks the row.
     *
     * @param pruned if present, outcomes up to this index are deleted
     * @return false if the row has a different epoch, because another gateway claimed it
     */
    boolean advance(long epoch, long last, OptionalLong pruned) throws DatabaseException;

    /**
     * Stores the outcomes of the transaction's updates, and the results of reads before these updates.
     *
     * @param last the index of the last request among these outcomes
     */
    void keep(long last, byte[] outcomes) throws DatabaseException;

    /** Deletes all outcomes, because they belong to queues that are not used any more. */
    void forgetOutcomes() throws DatabaseException;
}
