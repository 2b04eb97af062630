package dev.sluice.service.core;

import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;

/** Thrown for a request that can never be executed. Has no stack trace, so that a million bad requests are answered fast. */
public final class RefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Failure failure;

    public RefusedException(Failure failure) {
        super(failure.message(), null, false, false);
        this.failure = failure;
    }

    public RefusedException(FailureKind kind, String message) {
        this(Failure.of(kind, message));
    }

    /** Creates the exception for a request that is invalid, because it matches no operation. */
    public RefusedException(String message) {
        this(FailureKind.INVALID, message);
    }

    public Failure failure() {
        return failure;
    }
}
