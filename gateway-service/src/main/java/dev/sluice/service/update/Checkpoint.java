package dev.sluice.service.update;

import dev.sluice.service.core.Call;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Question;
import dev.sluice.service.core.ReadResult;
import java.util.List;
import java.util.Optional;

/**
 * A record that a run of updates (consecutive updates that are executed together) writes into the database in the same
 * transaction, so that a restarted gateway knows which updates were committed. The worker that runs the updates calls the methods
 * of this interface; any thread may call {@link #durable} and the methods after it.
 */
public interface Checkpoint {

    /** Stores nothing, so an update whose result was lost in a crash is run again. For databases without a checkpoint table. */
    Checkpoint AT_LEAST_ONCE = new Checkpoint() {};

    /**
     * Claims the checkpoint, that is, makes this gateway process its owner; called for each session that was just opened. If a
     * commit of the previous owner is still running on the server, waits for that commit and finds out whether it succeeded.
     *
     * @throws CheckpointException if this gateway must not claim the checkpoint
     */
    default void claim(UpdateSession session) throws GivenBackException {}

    /**
     * Returns the stored outcome of an update if the update was committed already. Called once for each update, in order.
     *
     * @throws CheckpointException if the next stored outcome is the outcome of a different request
     */
    default Optional<Outcome> recorded(Question question) throws CheckpointException {
        return Optional.empty();
    }

    /**
     * Sets the read results that the next run of updates stores, in request order. These reads conflict with updates of the run,
     * and perhaps their results are not in the output yet. Each result is stored in the first transaction that contains a later
     * update.
     */
    default void keepAlong(List<ReadResult> reads) {}

    /**
     * Prepares an update that cannot run in a transaction: checks that this gateway still owns the checkpoint, and stores the
     * results of the reads before the update.
     *
     * @throws CheckpointException if another gateway has claimed the checkpoint
     */
    default void check(UpdateSession session, Question update) throws GivenBackException {}

    /** The checkpoint data that one transaction writes. */
    interface Begun {

        /** For {@link #AT_LEAST_ONCE}, which writes nothing. */
        Begun NOTHING = new Begun() {};

        /** Stores, in this transaction, the outcomes of its updates and the results of reads that precede its last update. */
        default void keep(List<Question> questions, Outcome[] outcomes) throws GivenBackException {}

        /** Called when the transaction was committed. */
        default void committed() {}
    }

    /**
     * Begins a transaction.
     *
     * @param last the index of the last update in the transaction
     * @throws CheckpointException if another gateway has claimed the checkpoint
     */
    default Begun begin(UpdateSession session, long last) throws GivenBackException {
        try {
            session.begin();
        } catch (final DatabaseException e) {
            e.passOn(false);
            throw GivenBackException.misfit(e.getMessage(), e);
        }
        return Begun.NOTHING;
    }

    /** Whether the transaction whose last update has this index was committed. Called while no transaction is open. */
    default boolean reached(UpdateSession session, long last) throws GivenBackException {
        return false;
    }

    /**
     * Records, beside the results, which update was committed last. The service thread calls this method before it writes the
     * results of the committed updates.
     */
    default void note() {}

    /** Whether this checkpoint stores outcomes. If so, the outcome of a failed update has to be committed as well. */
    default boolean keepsOutcomes() {
        return false;
    }

    /** Called when the results up to this request are on disk, so that their stored outcomes are not needed any more. */
    default void durable(long index) {}

    /** Whether so many outcomes are stored that the results should be synced to disk now. */
    default boolean wantsDurable() {
        return false;
    }

    /**
     * Whether a run of updates may start. No new run may start while too many outcomes are stored. A run that was partly
     * committed before may always start, because the stored outcomes of a run can be deleted only after the run is answered.
     *
     * @param first the index of the first update of the run
     */
    default boolean hasRoom(long first) {
        return true;
    }

    /**
     * Whether a read must wait until the checkpoint is claimed. It must wait if an earlier gateway process may have stored the
     * result of the read, because only the claim shows which results are stored.
     *
     * @param read a call of reads
     */
    default boolean mustBeClaimedFor(Call read) {
        return false;
    }

    /**
     * Answers the questions whose results an earlier gateway process stored. The database is not queried again, because later
     * updates have changed it. Called by the service thread.
     *
     * @throws CheckpointException if a stored result belongs to a different request
     */
    default void answerKept(Call read) throws CheckpointException {}
}
