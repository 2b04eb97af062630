package dev.sluice.faults.simulate.world;

/** Reports a broken promise. An error and not an exception, so that the gateway's code does not catch it as one of its own. */
public final class Violation extends Error {

    private static final long serialVersionUID = 1L;

    private final Promise promise;

    Violation(Promise promise, String message, Throwable cause) {
        super(promise + ": " + message, cause);
        this.promise = promise;
    }

    Violation(Promise promise, String message) {
        this(promise, message, null);
    }

    public Promise promise() {
        return promise;
    }
}
