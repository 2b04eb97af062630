package dev.sluice.service.update;

import dev.sluice.service.core.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * The rows in the user's database that one gateway keeps there: its checkpoint, and the outcomes of updates whose results
 * may still be lost. All in the session's current transaction.
 */
public interface CheckpointTable {

    /** The index of nothing: less than that of any request. */
    long NONE = -1;

    /**
     * The checkpoint.
     *
     * @param queue the id of the input queue whose requests were run
     * @param last the index of the last update that was committed, or {@link #NONE}
     * @param pruned outcomes up to this index are gone, since their results are on disk; or {@link #NONE}
     * @param epoch how often it was claimed
     * @param holder who claimed it last
     */
    record Row(UUID queue, long last, long pruned, long epoch, String holder) {}

    /**
     * The outcome of one update, or of a read that a later update conflicts with.
     *
     * @param index of its request in the input
     * @param fingerprint of its request, as {@link dev.sluice.internal.wire.Arguments#fingerprint} makes it
     * @param read whether it is that of a read
     * @param outcome a count, rows returned or a failure; of a read rows, nothing found, or a failure
     */
    public record Kept(long index, int fingerprint, boolean read, Outcome outcome) {}

    /** Counts the epoch up, which locks the row and so waits for a commit still running; empty if there is no row. */
    Optional<Row> lock() throws DatabaseException;

    /**
     * Whose checkpoint it is.
     *
     * @param gateway the gateway's name
     * @param database the database's name in its configuration
     */
    public record Owner(String gateway, String database) {}

    /** The index of the last update that was committed, as the row says; empty if there is no row. */
    OptionalLong last() throws DatabaseException;

    /** The others that have run updates of that queue after that index here. */
    List<Owner> others(UUID queue, long behind) throws DatabaseException;

    /** The first checkpoint of this gateway here. */
    void insert(Row row) throws DatabaseException;

    /** Overwrites the row that {@link #lock} locked. */
    void replace(Row row) throws DatabaseException;

    /** The kept outcomes, in the order of their positions, as {@link #keep} got them. */
    List<byte[]> outcomes() throws DatabaseException;

    /**
     * Sets what the next commit stands for, first of all in its transaction: locks the row.
     *
     * @param pruned if present, forgets outcomes up to this index
     * @return false if the epoch is another: somebody else claimed the row
     */
    boolean advance(long epoch, long last, OptionalLong pruned) throws DatabaseException;

    /**
     * Keeps outcomes of the transaction's updates, and of reads before them.
     *
     * @param last the index of the last of them
     */
    void keep(long last, byte[] outcomes) throws DatabaseException;

    /** Forgets all outcomes: of queues that are no more. */
    void forgetOutcomes() throws DatabaseException;
}
