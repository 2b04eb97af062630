package dev.sluice.service.update;

/**
 * The checkpoint forbids to go on: another gateway took over, or queues and database do not belong together; or
 * the database lacks what the configuration asks of it. The gateway
 * stops; an operator has to decide.
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
