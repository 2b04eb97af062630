package dev.sluice.jdbc.internal;

import dev.sluice.api.Failure;
import dev.sluice.api.RequestFailedException;
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
import java.util.Arrays;

/**
 * Converts a request's failure to an exception of the JDBC class for its SQLState. The exception has no cause, because callers
 * cast the root cause of a driver's exception to {@link SQLException}. The original exception is attached as a suppressed
 * exception, so that stack traces show it.
 */
final class Failures {

    private static final int CLASS_LENGTH = 2;

    private Failures() {}

    static SQLException of(RequestFailedException failed) {
        return behind(failed, of(failed.failure(), String.valueOf(failed.getMessage())));
    }

    /** Attaches {@code why} to an exception as a suppressed exception, not as its cause. */
    static <E extends SQLException> E behind(Throwable why, E made) {
        made.addSuppressed(why);
        return made;
    }

    /**
     * Whether the exception reports a failure of the statement itself, and not, for example, of the connection to the gateway.
     */
    static boolean isOfRequest(SQLException failure) {
        return Arrays.stream(failure.getSuppressed()).anyMatch(RequestFailedException.class::isInstance);
    }

    private static SQLException of(Failure failure, String message) {
        final String state = failure.code();
        return switch (failure.kind()) {
            case TIMEOUT -> new SQLTimeoutException(message, or(state, "HYT00"));
            case CONFLICT -> new SQLTransactionRollbackException(message, or(state, "40001"));
            case UNAVAILABLE -> new SQLTransientConnectionException(message, or(state, "08006"));
            case NOT_ALLOWED -> new SQLFeatureNotSupportedException(message, or(state, "0A000"));
            case INVALID -> byState(message, or(state, "42000"));
            case TOO_LARGE -> byState(message, or(state, "54000"));
            case REJECTED -> byState(message, or(state, "HY000"));
            case INTERNAL -> byState(message, or(state, "58000"));
            case DOUBTFUL -> byState(message, or(state, "08007"));
        };
    }

    private static String or(String state, String otherwise) {
        return state.isEmpty() ? otherwise : state;
    }

    private static SQLException byState(String message, String state) {
        return switch (state.substring(0, Math.min(CLASS_LENGTH, state.length()))) {
            case "08" -> new SQLNonTransientConnectionException(message, state);
            case "0A" -> new SQLFeatureNotSupportedException(message, state);
            case "22" -> new SQLDataException(message, state);
            case "23" -> new SQLIntegrityConstraintViolationException(message, state);
            case "28" -> new SQLInvalidAuthorizationSpecException(message, state);
            case "40" -> new SQLTransactionRollbackException(message, state);
            case "42" -> new SQLSyntaxErrorException(message, state);
            default -> new SQLException(message, state);
        };
    }
}
