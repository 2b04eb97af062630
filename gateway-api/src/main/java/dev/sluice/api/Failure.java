package dev.sluice.api;

import java.util.Objects;

/**
 * Why one request failed.
 *
 * @param kind the class of failure
 * @param code the SQLState or the HTTP status that the backend returned; empty if there is none
 * @param message a text for people: what happened, to which request, and what to do
 * @param retryable whether the same request may succeed if it is sent again
 */
public record Failure(FailureKind kind, String code, String message, boolean retryable) {

    public Failure {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(message, "message");
    }

    /** Returns a failure that no backend reported and that a retry will not cure. */
    public static Failure of(FailureKind kind, String message) {
        return new Failure(kind, "", message, false);
    }
}
