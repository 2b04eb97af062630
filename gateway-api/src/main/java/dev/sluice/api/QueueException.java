package dev.sluice.api;

import org.jspecify.annotations.Nullable;

/** Reports that a queue cannot be used in the intended way. The message says which queue, why, and what to do. */
public class QueueException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final String TOO_MANY_FILES = "Too many open files";

    public QueueException(String message) {
        super(message);
    }

    public QueueException(String message, @Nullable Throwable cause) {
        super(
                message.contains(TOO_MANY_FILES)
                        ? message + ": raise this process's limit of open files, ulimit -n, and start it again"
                        : message,
                cause);
    }
}
