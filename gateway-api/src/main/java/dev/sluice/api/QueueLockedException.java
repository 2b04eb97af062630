package dev.sluice.api;

/** Somebody else holds the lock: the message names the process and the path. */
public final class QueueLockedException extends QueueException {

    private static final long serialVersionUID = 1L;

    public QueueLockedException(String message) {
        super(message);
    }
}
