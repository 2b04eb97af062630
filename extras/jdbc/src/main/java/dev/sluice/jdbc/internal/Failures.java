package dev.sluice.jdbc.internal;

import dev.sluice.api.Failure;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;

/** Makes of a request's failure the exception that JDBC has for its SQLState. */
final class Failures {

    private static final int CLASS_LENGTH = 2;

    private Failures() {}

    static SQLException of(Failure failure, @Nullable Throwable cause) {
        final String message = String.valueOf(cause == null ? failure.message() : cause.getMessage());
        final String state = failure.code();
        return switch (failure.kind()) {
            case TIMEOUT -> new SQLTimeoutException(message, or(state, "HYT00"), 0, cause);
            case CONFLICT -> new SQLTransactionRollbackException(message, or(state, "40001"), 0, cause);
            case UNAVAILABLE -> new SQLTransientConnectionException(message, or(state, "08006"), 0, cause);
            case NOT_ALLOWED -> new SQLFeatureNotSupportedException(message, or(state, "0A000"), 0, cause);
            case INVALID -> byState(message, or(state, "42000"), cause);
            case TOO_LARGE -> byState(message, or(state, "54000"), cause);
            case REJECTED -> byState(message, or(state, "HY000"), cause);
            case INTERNAL -> byState(message, or(state, "58000"), cause);
            case DOUBTFUL -> byState(message, or(state, "08007"), cause);
        };
    }

    private static String or(String state, String otherwise) {
        return state.isEmpty() ? otherwise : state;
    }

    private static SQLException byState(String message, String state, @Nullable Throwable cause) {
        return switch (state.substring(0, Math.min(CLASS_LENGTH, state.length()))) {
            case "08" -> new SQLNonTransientConnectionException(message, state, 0, cause);
            case "0A" -> new SQLFeatureNotSupportedException(message, state, 0, cause);
            case "22" -> new SQLDataException(message, state, 0, cause);
            case "23" -> new SQLIntegrityConstraintViolationException(message, state, 0, cause);
            case "28" -> new SQLInvalidAuthorizationSpecException(message, state, 0, cause);
            case "40" -> new SQLTransactionRollbackException(message, state, 0, cause);
            case "42" -> new SQLSyntaxErrorException(message, state, 0, cause);
            default -> new SQLException(message, state, 0, cause);
        };
    }
}
