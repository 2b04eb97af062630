package dev.sluice.api;

import org.jspecify.annotations.Nullable;

/** Reports that a queue cannot be used in the intended way. The message says which queue, why, and what to do. */
public class QueueException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public QueueException(String message) {
        super(message);
    }

    public QueueException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
