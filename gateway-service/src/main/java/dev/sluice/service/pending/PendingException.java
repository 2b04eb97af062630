package dev.sluice.service.pending;

/** Requests wait for what is not declared any more: the gateway must not start; the message says what to do. */
public final class PendingException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PendingException(String message) {
        super(message);
    }
}
