package dev.sluice.service.jdbc.connect;

/** A database could not be looked at. The message is fit for the user and holds no secret. */
public final class UnreachableException extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean inUse;

    public UnreachableException(String message, boolean inUse) {
        super(message);
        this.inUse = inUse;
    }

    /** Whether another process has its files open; then nothing else is known to be wrong. */
    public boolean inUse() {
        return inUse;
    }
}
