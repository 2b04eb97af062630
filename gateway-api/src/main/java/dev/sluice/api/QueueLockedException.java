package dev.sluice.api;

/** Reports that a lock is held by another owner. The message names the owner's process and the path of the lock. */
public final class QueueLockedException extends QueueException {

    private static final long serialVersionUID = 1L;

    public QueueLockedException(String message) {
        super(message);
    }
}
