package dev.sluice.faults.simulate.world;

/** Reports a broken promise. It is an Error, because the gateway's code would catch an Exception as if it were one of its own. */
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
