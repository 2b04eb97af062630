package dev.sluice.api;

import org.jspecify.annotations.Nullable;

/** A queue that cannot be used as asked: the message says which, why, and what to do. */
public class QueueException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public QueueException(String message) {
        super(message);
    }

    public QueueException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
