package dev.sluice.api;

/** The thread was interrupted while a declared method waited; the interrupt stays set. What was asked stays asked. */
public final class InterruptedWaitException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public InterruptedWaitException(String message) {
        super(message);
    }
}
