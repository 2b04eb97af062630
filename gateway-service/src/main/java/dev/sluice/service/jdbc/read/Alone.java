package dev.sluice.service.jdbc.read;

import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.internal.text.Plural;
import dev.sluice.service.core.MaskedLog;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Question;
import dev.sluice.service.jdbc.connect.Binder.TooLargeException;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.dialect.SqlStates;
import dev.sluice.service.update.DatabaseException;
import dev.sluice.service.update.DatabaseException.Meaning;
import dev.sluice.service.update.GivenBackException;
import dev.sluice.service.update.UpdateSession;
import java.sql.SQLException;
import org.slf4j.Logger;

/**
 * Runs the statement of a single item, repeats it if the error allows that, and turns a final error into the item's failure.
 *
 * @param retries the maximum number of attempts, including the first, to run a statement that conflicts or times out; at least 1
 */
public record Alone(int retries) {

    private static final Logger LOG = MaskedLog.of(Alone.class);

    /**
     * Runs the statement of one item and returns its outcome.
     *
     * @param sql the statement that the attempt executes
     * @param conflictsGoBack whether a conflict ends the call instead of being retried here, because the attempt shares its
     *     transaction with other items
     * @param before rolls the transaction back after a failed attempt, so that the connection is usable again
     * @throws GivenBackException if the item did not cause the error
     */
    public Outcome run(
            Session session,
            Question question,
            String sql,
            Signature signature,
            boolean conflictsGoBack,
            UpdateSession.Attempt attempt,
            UpdateSession.Mark before)
            throws GivenBackException, DatabaseException {
        final JdbcOperation operation = (JdbcOperation) question.operation();
        for (int attempts = 1; ; attempts++) {
            try {
                return attempt.make();
            } catch (final DatabaseException e) {
                if (e.meaning() == Meaning.TOO_LARGE) {
                    question.condemn(failure(session, operation, e, attempts));
                }
                e.passOn(conflictsGoBack);
                before.rollback();
                if (attempts < attemptsAt(e.meaning())) {
                    prepareAgain(session, e);
                    continue;
                }
                checkFit(session, question, sql, signature, e);
                if (!(e.getCause() instanceof SQLException)) {
                    LOG.error(
                            "{} {}: the driver failed",
                            operation,
                            question.arguments().count(),
                            withoutMessage(e.getCause()));
                }
                return failure(session, operation, e, attempts);
            }
        }
    }

    /**
     * Returns a throwable without the message, which may contain a value of the user's data. The message is in the request's
     * result, but must not be in the log.
     */
    private static Throwable withoutMessage(Throwable thrown) {
        final Throwable shown = new Throwable(thrown.getClass().getName());
        shown.setStackTrace(thrown.getStackTrace());
        return shown;
    }

    static void prepareAgain(Session session, DatabaseException error) {
        if (error.meaning() == Meaning.STALE) {
            session.forget();
        }
    }

    private int attemptsAt(Meaning meaning) {
        return switch (meaning) {
            case CONFLICT, TIMEOUT -> retries;
            case STALE -> 2;
            default -> 1;
        };
    }

    /**
     * Throws if a declared statement cannot be prepared with its declared types. Then the deployment is wrong, so the statement's
     * requests wait until somebody corrects that, instead of failing in large numbers. An error that occurs only during execution
     * fails the item.
     */
    private static void checkFit(
            Session session, Question question, String sql, Signature signature, DatabaseException error)
            throws GivenBackException, DatabaseException {
        final JdbcOperation operation = (JdbcOperation) question.operation();
        if (!fault(operation, error.meaning())) {
            return;
        }
        final SQLException refused = (SQLException) error.getCause();
        if (!operation.update() && SqlStates.state(refused).equals("42501")) {
            throw misfit(operation, refused); // the database checks rights only during execution
        }
        final SQLException refusal = session.attempt(() -> session.refusal(sql, question.arguments(), signature));
        if (refusal != null) {
            throw misfit(operation, refusal);
        }
    }

    /** Turns the database's error for one request into that request's failure. */
    static Outcome failure(Session session, JdbcOperation operation, DatabaseException error, int attempts) {
        final Meaning meaning = error.meaning();
        if (!(error.getCause() instanceof SQLException sql)) {
            return Outcome.failed(
                    FailureKind.INTERNAL,
                    operation + ": the driver failed: "
                            + session.secrets().masked(error.getCause().toString()) + "; the gateway's log says more");
        }
        final FailureKind kind = switch (meaning) {
            case CONFLICT -> FailureKind.CONFLICT;
            case TIMEOUT -> FailureKind.TIMEOUT;
            case READ_ONLY -> FailureKind.NOT_ALLOWED;
            case TOO_LARGE -> FailureKind.TOO_LARGE;
            default -> sql instanceof TooLargeException ? FailureKind.TOO_LARGE : FailureKind.REJECTED;
        };
        final String tried = Plural.of(attempts, "attempt", "attempts");
        final String more = switch (meaning) {
            case CONFLICT -> " (conflicts with other transactions, " + tried + ")";
            case TIMEOUT -> " (" + tried + ")";
            case READ_ONLY ->
                (operation.role() == JdbcOperation.Role.LOOKUP
                                ? " (a lookup only reads; declare it under statements, and"
                                : " (executeQuery only reads;")
                        + " use executeUpdate for a statement that writes or locks rows)";
            case TOO_LARGE ->
                " (too large for the driver, which closed the connection; if there was no transaction, the statement"
                        + " may have taken effect)";
            default -> "";
        };
        final String said = session.secrets().masked(operation + ": " + sql.getMessage());
        final boolean retryable = meaning == Meaning.CONFLICT || meaning == Meaning.TIMEOUT;
        return new Outcome.Failed(new Failure(kind, SqlStates.state(sql), said + more, retryable));
    }

    /** Returns the exception for a declared statement that the database refuses to prepare. */
    static GivenBackException misfit(JdbcOperation operation, SQLException error) {
        return GivenBackException.misfit(operation + " cannot be prepared: " + SqlStates.described(error), error);
    }

    /** Whether an error with this meaning, raised while the statement is prepared, shows a mistake in the configuration. */
    static boolean fault(JdbcOperation operation, Meaning meaning) {
        return operation.role() != JdbcOperation.Role.AD_HOC
                && (meaning == Meaning.MISSING || meaning == Meaning.TEXT && operation.typesKnown());
    }
}
