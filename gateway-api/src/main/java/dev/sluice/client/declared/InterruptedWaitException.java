package dev.sluice.client.declared;

/** The thread was interrupted while a declared method waited; the interrupt stays set. What was asked stays asked. */
public final class InterruptedWaitException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    InterruptedWaitException(String message) {
        super(message);
    }
}
