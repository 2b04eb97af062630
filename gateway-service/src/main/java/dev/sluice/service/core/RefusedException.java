package dev.sluice.service.core;

import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;

/** A request that can never be asked. Carries no stack trace: a million bad requests are answered at speed. */
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

    /** A request that means nothing that could be asked. */
    public RefusedException(String message) {
        this(FailureKind.INVALID, message);
    }

    public Failure failure() {
        return failure;
    }
}
