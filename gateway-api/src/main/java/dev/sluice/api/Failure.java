package dev.sluice.api;

import java.util.Objects;

/**
 * Why one request failed.
 *
 * @param kind the class of failure
 * @param code the SQLState or status that the backend gave, or empty
 * @param message what happened, to which request, and what to do
 * @param retryable whether asking again may help
 */
public record Failure(FailureKind kind, String code, String message, boolean retryable) {

    public Failure {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(message, "message");
    }

    /** A failure that did not come from a backend and that asking again will not mend. */
    public static Failure of(FailureKind kind, String message) {
        return new Failure(kind, "", message, false);
    }
}
