package dev.sluice.client.job;

/**
 * The sink of a job's run failed; its cause is what the sink threw. The run is at its last mark, and goes on from
 * there when it is started again.
 */
public final class SinkException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public SinkException(String message, Exception cause) {
        super(message + ": " + cause, cause);
    }
}
