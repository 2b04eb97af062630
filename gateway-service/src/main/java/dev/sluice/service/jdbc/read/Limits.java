package dev.sluice.service.jdbc.read;

import dev.sluice.api.FailureKind;
import dev.sluice.service.core.Outcome;

/**
 * What one result may take.
 *
 * @param rows the most rows
 * @param bytes the most bytes, encoded
 */
public record Limits(int rows, long bytes) {

    /** The failure of a result beyond them. */
    Outcome tooLarge(JdbcOperation operation, boolean tooManyRows) {
        return Outcome.failed(
                FailureKind.TOO_LARGE,
                tooManyRows
                        ? operation + " finds more than " + rows
                                + " rows, the most that limits.resultRows allows: ask for fewer, or raise it"
                        : operation + " finds more than " + bytes
                                + " bytes, the most that limits.resultBytes allows: ask for less, or raise it");
    }
}
