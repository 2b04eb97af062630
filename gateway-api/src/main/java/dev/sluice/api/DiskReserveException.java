package dev.sluice.api;

/**
 * Reports that the free disk space has fallen to the configured reserve. The message was not written. All earlier messages are
 * intact.
 */
public final class DiskReserveException extends QueueException {

    private static final long serialVersionUID = 1L;

    public DiskReserveException(String message) {
        super(message);
    }
}
