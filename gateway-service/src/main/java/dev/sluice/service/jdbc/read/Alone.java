package dev.sluice.service.jdbc.read;

import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Question;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.dialect.SqlStates;
import dev.sluice.service.update.GivenBackException;
import dev.sluice.service.update.Meaning;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the statement of one item by itself, as often as its errors ask for, and decides what they come to. */
public final class Alone {

    private static final Logger LOG = LoggerFactory.getLogger(Alone.class);

    /** One attempt. */
    public interface Attempt {
        Outcome make() throws SQLException, GivenBackException;
    }

    /** Makes the connection usable again after a failed attempt. */
    public interface Undo {
        void undo() throws SQLException;
    }

    private final int retries;

    /** @param retries attempts in all at what conflicts or times out, at least 1 */
    public Alone(int retries) {
        this.retries = retries;
    }

    /**
     * Runs it.
     *
     * @param sql the text that the attempt runs
     * @param conflictsGoBack whether a conflict ends the call, because the attempt shares its transaction with others
     * @throws GivenBackException if the error is not the item's
     */
    public Outcome run(
            Session session,
            Question question,
            String sql,
            Signature signature,
            boolean conflictsGoBack,
            Attempt attempt,
            Undo undo)
            throws GivenBackException, SQLException {
        final JdbcOperation operation = (JdbcOperation) question.operation();
        for (int attempts = 1; ; attempts++) {
            try {
                return attempt.make();
            } catch (final SQLException | RuntimeException e) {
                final Meaning meaning = session.meaning(e);
                if (meaning == Meaning.TOO_LARGE) {
                    question.condemn(Failures.of(session.secrets(), operation, e, meaning, attempts));
                }
                passOn(meaning, e, conflictsGoBack);
                undo.undo();
                if (attempts < attemptsAt(meaning)) {
                    prepareAgain(session, meaning);
                    continue;
                }
                checkFit(session, question, sql, signature, meaning, e);
                if (!(e instanceof SQLException)) {
                    LOG.error(
                            "{} {}: the driver failed",
                            operation,
                            question.arguments().count(),
                            e);
                }
                return Failures.of(session.secrets(), operation, e, meaning, attempts);
            }
        }
    }

    /** Throws what is no item's failure. */
    static void passOn(Meaning meaning, Exception error, boolean conflictsGoBack) throws GivenBackException {
        if (meaning == Meaning.OUTAGE) {
            throw GivenBackException.outage(SqlStates.described((SQLException) error), error);
        }
        if (meaning == Meaning.TOO_LARGE) {
            throw GivenBackException.connectionSpent(String.valueOf(error.getMessage()), error);
        }
        if (meaning == Meaning.CONFLICT && conflictsGoBack) {
            throw GivenBackException.conflict(String.valueOf(error.getMessage()), error);
        }
    }

    static void prepareAgain(Session session, Meaning meaning) {
        if (meaning == Meaning.STALE) {
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
     * A declared text that cannot be prepared with its declared types is a fault of the deployment, not of a million
     * requests: it waits to be mended. What only happens while the statement runs is the item's.
     */
    private static void checkFit(
            Session session, Question question, String sql, Signature signature, Meaning meaning, Exception error)
            throws GivenBackException, SQLException {
        final JdbcOperation operation = (JdbcOperation) question.operation();
        if (!fault(operation, meaning)) {
            return;
        }
        final SQLException refused = (SQLException) error;
        if (!operation.update() && SqlStates.state(refused).equals("42501")) {
            throw misfit(operation, refused); // a missing right shows only when it runs
        }
        final SQLException refusal = session.refusal(sql, question.arguments(), signature);
        if (refusal != null) {
            throw misfit(operation, refusal);
        }
    }

    /** For a declared text that the database does not take. */
    static GivenBackException misfit(JdbcOperation operation, SQLException error) {
        return GivenBackException.misfit(operation + " cannot be prepared: " + SqlStates.described(error), error);
    }

    /** Whether an error of that meaning would be the configuration's fault if it came when preparing. */
    static boolean fault(JdbcOperation operation, Meaning meaning) {
        return operation.role() != JdbcOperation.Role.AD_HOC
                && (meaning == Meaning.MISSING || meaning == Meaning.TEXT && operation.typesKnown());
    }
}
