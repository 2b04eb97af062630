package dev.sluice.service.update;

import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Question;
import java.util.List;

/**
 * One connection that runs updates, as a run of them sees it. Belongs to one worker.
 *
 * <p>A {@link DatabaseException} means that nothing of the statement was done; one at {@link #commit} whose meaning is an
 * outage leaves open whether the transaction was committed: the next session's claim of the checkpoint shows it.
 */
public interface UpdateSession {

    /** One attempt at an update. */
    interface Attempt {
        Outcome make() throws DatabaseException, GivenBackException;
    }

    /** A place in the transaction to come back to, more than once: makes the session usable after a failed attempt. */
    interface Mark {
        void rollback() throws DatabaseException;
    }

    /** Whether it runs in a transaction of the gateway's; DDL, CALL and the like do not. */
    boolean transactional(Question question);

    /** Whether it may share that transaction with other updates. No transaction is open. */
    boolean shares(Question question) throws DatabaseException;

    /** Whether the second may follow the first in one batch. */
    boolean batches(Question first, Question second);

    /** Begins a transaction; it may wait for its first statement. */
    void begin() throws DatabaseException;

    /**
     * Each transaction from now on is one update and its checkpoint: until a commit or a rollback, what needs no answer of its
     * own goes to the database together with what follows, and fails with it.
     *
     * @return whether it does
     */
    default boolean gather() {
        return false;
    }

    /** While it gathers: the commit goes with the first statement of the next transaction, which is not run if it fails. */
    default void commitWithNext() {
        throw new UnsupportedOperationException("it gathers nothing");
    }

    /** Whether an error in a transaction that gathered may be the checkpoint's: no update need have made it. */
    default boolean mayBeTheCheckpoints(DatabaseException error) {
        return false;
    }

    /** Runs one update in the transaction. */
    Outcome execute(Question question) throws DatabaseException;

    /** Runs updates that batch in the transaction; their outcomes go to {@code outcomes}, from {@code at} on. */
    void executeBatch(List<Question> questions, Outcome[] outcomes, int at) throws DatabaseException;

    /** Runs one update in a transaction of its own, or in none. */
    Outcome executeCommitted(Question question) throws DatabaseException;

    Mark mark() throws DatabaseException;

    /** Whether it has such places. */
    boolean marks();

    void commit() throws DatabaseException;

    void rollback() throws DatabaseException;

    /** Prepares all statements again: the schema changed under them. */
    void prepareAgain();

    /**
     * Tries as often as its errors ask for, and decides what they come to.
     *
     * @param conflictsGoBack whether a conflict ends the call, because the attempt shares its transaction with others
     * @throws GivenBackException if the error is not the item's
     */
    Outcome decide(Question question, boolean conflictsGoBack, Attempt attempt, Mark before)
            throws GivenBackException, DatabaseException;

    /** Whether the database ends with a process: it keeps nothing on a disk. */
    default boolean inMemory() throws DatabaseException {
        return false;
    }

    /** Where this database keeps the checkpoint. */
    CheckpointTable checkpointTable();
}
