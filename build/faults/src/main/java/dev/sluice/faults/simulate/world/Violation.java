package dev.sluice.faults.simulate.world;

/** A promise was broken. An error, so that nothing of the gateway takes it for one of its own. */
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
