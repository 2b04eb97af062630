package dev.sluice.api;

/** The disk has reached its reserve: nothing was written, and what was accepted before is unharmed. */
public final class DiskReserveException extends QueueException {

    private static final long serialVersionUID = 1L;

    public DiskReserveException(String message) {
        super(message);
    }
}
