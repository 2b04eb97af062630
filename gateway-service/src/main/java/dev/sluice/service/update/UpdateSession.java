package dev.sluice.service.update;

import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Question;
import java.util.List;

/**
 * One database connection that executes a run of updates. Belongs to one worker.
 *
 * <p>A {@link DatabaseException} means that the statement had no effect. But if {@link #commit} throws an exception whose meaning
 * is an outage, the transaction may have been committed; the next session finds that out when it claims the checkpoint.
 */
public interface UpdateSession {

    /** One attempt at an update. */
    interface Attempt {
        Outcome make() throws DatabaseException, GivenBackException;
    }

    /** A savepoint to which the transaction can be rolled back repeatedly, so that the session is usable after an error. */
    interface Mark {
        void rollback() throws DatabaseException;
    }

    /** Whether the update runs in a transaction of the gateway; DDL, CALL and the like do not. */
    boolean transactional(Question question);

    /** Whether the update may share its transaction with other updates. Called while no transaction is open. */
    boolean shares(Question question) throws DatabaseException;

    /** Whether the second update may follow the first one in the same batch. */
    boolean batches(Question first, Question second);

    /** Begins a transaction; the session may put this off until the first statement. */
    void begin() throws DatabaseException;

    /**
     * Starts to gather statements, if the session supports this and does not gather yet. Until a commit or a rollback, a statement
     * whose answer is not needed is sent in one round trip with the next statement. If one of them fails, both fail.
     *
     * @return whether the session gathers statements
     */
    default boolean gather() {
        return false;
    }

    /**
     * While the session gathers: sends the commit together with the first statement of the next transaction. If the commit
     * fails, that statement is not executed.
     */
    default void commitWithNext() {
        throw new UnsupportedOperationException("it gathers nothing");
    }

    /** Whether statements of the checkpoint, and not the update, may have caused an error in a gathered transaction. */
    default boolean mayBeTheCheckpoints(DatabaseException error) {
        return false;
    }

    /** Executes one update in the open transaction. */
    Outcome execute(Question question) throws DatabaseException;

    /** Executes updates as one batch in the open transaction; stores their outcomes in {@code outcomes} from {@code at} on. */
    void executeBatch(List<Question> questions, Outcome[] outcomes, int at) throws DatabaseException;

    /** Executes one update in its own transaction, or in none. */
    Outcome executeCommitted(Question question) throws DatabaseException;

    Mark mark() throws DatabaseException;

    /** Whether the session supports {@link #mark}. */
    boolean marks();

    void commit() throws DatabaseException;

    void rollback() throws DatabaseException;

    /** Discards all prepared statements so that they are prepared again, because the schema has changed. */
    void prepareAgain();

    /**
     * Runs an update, repeats it after errors that may be temporary, and returns its outcome.
     *
     * @param conflictsGoBack whether a conflict ends the call with a {@link GivenBackException}, because the update shares its
     *     transaction with other updates
     * @throws GivenBackException if the error is not the fault of the update
     */
    Outcome decide(Question question, boolean conflictsGoBack, Attempt attempt, Mark before)
            throws GivenBackException, DatabaseException;

    /** Whether the database is only in the memory of a process, so that its data is lost when the process ends. */
    default boolean inMemory() throws DatabaseException {
        return false;
    }

    /** Returns the table that contains the checkpoint in this database. */
    CheckpointTable checkpointTable();
}
