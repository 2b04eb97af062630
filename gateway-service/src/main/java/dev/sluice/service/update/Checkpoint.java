package dev.sluice.service.update;

import dev.sluice.service.core.Call;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Question;
import dev.sluice.service.core.ReadResult;
import java.util.List;
import java.util.Optional;

/**
 * A note that a run of updates leaves in the database beside the updates, so that a restart knows which of them happened.
 * Belongs to the worker that runs the updates, but for the methods from {@link #durable} on, which any thread may call.
 */
public interface Checkpoint {

    /** Keeps nothing: an update whose result was lost in a crash is run again. For databases without a checkpoint table. */
    Checkpoint AT_LEAST_ONCE = new Checkpoint() {};

    /**
     * Makes the checkpoint ours, on a session that was just opened; waits for a commit of a predecessor that is still
     * running on the server, and finds out whether it succeeded.
     *
     * @throws CheckpointException if it must not be ours
     */
    default void claim(UpdateSession session) throws GivenBackException {}

    /**
     * The outcome of an update that was committed before; asked for each update, once, in their order.
     *
     * @throws CheckpointException if another request was committed in its place
     */
    default Optional<Outcome> recorded(Question question) throws CheckpointException {
        return Optional.empty();
    }

    /**
     * Takes the results of reads, in their order, that updates of the next run conflict with and that may not be written yet:
     * each is kept in the first transaction of a later update.
     */
    default void keepAlong(List<ReadResult> reads) {}

    /**
     * Makes sure that the checkpoint is still ours, and keeps results of reads, before an update that no transaction takes.
     *
     * @throws CheckpointException if another gateway has claimed it
     */
    default void check(UpdateSession session, Question update) throws GivenBackException {}

    /** The part of the checkpoint that a transaction has in it. */
    interface Begun {

        /** Of {@link #AT_LEAST_ONCE}. */
        Begun NOTHING = new Begun() {};

        /** Keeps the outcomes of the transaction's updates in it, and results of reads before the last of them. */
        default void keep(List<Question> questions, Outcome[] outcomes) throws GivenBackException {}

        /** The transaction was committed. */
        default void committed() {}
    }

    /**
     * Begins a transaction.
     *
     * @param last the index of its last update
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

    /** Whether a transaction whose last update was that one is committed. No transaction is open. */
    default boolean reached(UpdateSession session, long last) throws GivenBackException {
        return false;
    }

    /**
     * Notes beside the results how far it is committed. The service thread's, before it writes the results of what was committed.
     */
    default void note() {}

    /** Whether outcomes are kept at all, so that a failure, too, has to be committed. */
    default boolean keepsOutcomes() {
        return false;
    }

    /** Results up to that request are on disk: what is kept for them is not needed any more. */
    default void durable(long index) {}

    /** Whether so much is kept that results should be brought to disk. */
    default boolean wantsDurable() {
        return false;
    }

    /**
     * Whether a run may be started: what is kept is bounded. A run of which part was committed before always may, since
     * what is kept for it can only be forgotten when it is answered.
     *
     * @param first the index of its first update
     */
    default boolean hasRoom(long first) {
        return true;
    }

    /**
     * Whether a read has to wait for a claim: an earlier run may have kept its result, and only a claim shows that.
     *
     * @param read a call that reads
     */
    default boolean mustBeClaimedFor(Call read) {
        return false;
    }

    /**
     * Answers what a run before kept results of, without asking the database, which updates have changed since. The service
     * thread's.
     *
     * @throws CheckpointException if the result of another request was kept
     */
    default void answerKept(Call read) throws CheckpointException {}
}
