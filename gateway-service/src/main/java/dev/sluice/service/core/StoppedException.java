package dev.sluice.service.core;

/** The gateway must not start, or not go on; the message says to an operator why, and what to do. */
public final class StoppedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StoppedException(String message) {
        this(message, null);
    }

    public StoppedException(String message, Throwable cause) {
        super(message, cause);
    }
}
