package dev.sluice.service.rest.answer;

import dev.sluice.api.FailureKind;
import dev.sluice.service.core.Outcome;

/**
 * What one result may take.
 *
 * @param rows the most rows
 * @param bytes the most bytes, encoded
 */
public record Limits(int rows, long bytes) {

    /** The failure of a result with more rows. */
    Outcome tooManyRows(Subject subject) {
        return tooLarge(subject + " answers with more than " + rows + " rows, the most that limits.resultRows allows");
    }

    /** The failure of a result with more bytes. */
    Outcome tooManyBytes(Subject subject) {
        return tooLarge(
                subject + " answers with more than " + bytes + " bytes, the most that limits.resultBytes allows");
    }

    private static Outcome tooLarge(String what) {
        return Outcome.failed(FailureKind.TOO_LARGE, what + ": ask for less, or raise it");
    }
}
