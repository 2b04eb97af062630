package dev.sluice.client.job;

/** A run was started that has ended before, and {@link JobOptions#failsWhenEnded} was chosen. */
public final class RunEndedException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    public RunEndedException(String message) {
        super(message);
    }
}
