package dev.sluice.queue;

/** A document that is not what was written there. */
public final class CorruptQueueException extends QueueException {

    private static final long serialVersionUID = 1L;

    private final String position;

    CorruptQueueException(String position, String message, Throwable cause) {
        super(message, cause);
        this.position = position;
    }

    /** Where it stands, in the form of {@link Position}. */
    public String position() {
        return position;
    }
}
