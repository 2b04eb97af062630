package dev.sluice.service.jdbc.read;

import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.service.config.yaml.Secrets;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.jdbc.connect.TooLargeException;
import dev.sluice.service.jdbc.dialect.SqlStates;
import dev.sluice.service.update.Meaning;
import java.sql.SQLException;

/** Turns what a database said to one request into that request's failure. */
final class Failures {

    private Failures() {}

    static Outcome of(Secrets secrets, JdbcOperation operation, Exception error, Meaning meaning, int attempts) {
        if (!(error instanceof SQLException sql)) {
            return Outcome.failed(
                    FailureKind.INTERNAL,
                    operation + ": the driver failed: " + secrets.masked(error.toString())
                            + "; the gateway's log says more");
        }
        final String said = secrets.masked(operation + ": " + sql.getMessage());
        return switch (meaning) {
            case CONFLICT ->
                failed(
                        FailureKind.CONFLICT,
                        sql,
                        said + " (conflicts with others' transactions, " + attempts + " attempts)",
                        true);
            case TIMEOUT -> failed(FailureKind.TIMEOUT, sql, said + " (" + attempts + " attempts)", true);
            case READ_ONLY ->
                failed(
                        FailureKind.NOT_ALLOWED,
                        sql,
                        said + " (lookups and executeQuery only read; send what writes with executeUpdate)",
                        false);
            case TOO_LARGE ->
                failed(
                        FailureKind.TOO_LARGE,
                        sql,
                        said
                                + " (too large for the driver, which closed the connection: outside of a transaction it may"
                                + " have taken effect)",
                        false);
            default ->
                failed(
                        sql instanceof TooLargeException ? FailureKind.TOO_LARGE : FailureKind.REJECTED,
                        sql,
                        said,
                        false);
        };
    }

    private static Outcome failed(FailureKind kind, SQLException error, String message, boolean retryable) {
        return new Outcome.Failed(new Failure(kind, SqlStates.state(error), message, retryable));
    }
}
