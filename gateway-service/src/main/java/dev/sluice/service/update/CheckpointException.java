package dev.sluice.service.update;

/**
 * The gateway must not continue with this checkpoint: another gateway has taken over, the queues and the database do not
 * belong together, or the database lacks something that the configuration requires. The gateway stops, and an operator has
 * to decide.
 */
public final class CheckpointException extends GivenBackException {

    private static final long serialVersionUID = 1L;

    public CheckpointException(String message) {
        this(message, null);
    }

    public CheckpointException(String message, Throwable cause) {
        super(message, false, false, cause);
    }
}
