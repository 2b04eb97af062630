package dev.sluice.service.core;

/** Thrown when the gateway must not start or continue. The message tells an operator the reason and what to do. */
public final class StoppedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StoppedException(String message) {
        this(message, null);
    }

    public StoppedException(String message, Throwable cause) {
        super(message, cause);
    }
}
