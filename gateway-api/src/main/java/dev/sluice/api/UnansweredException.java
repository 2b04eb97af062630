package dev.sluice.api;

import org.jspecify.annotations.Nullable;

/**
 * Reports that a wait for results ended before each request had its result. Either the timeout ended, or the client was closed,
 * or the thread was interrupted; its interrupt status then stays set. The requests remain on the queue and will be answered, so
 * the caller can wait again.
 */
public final class UnansweredException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final long unanswered;

    public UnansweredException(String message, long unanswered) {
        this(message, unanswered, null);
    }

    public UnansweredException(String message, long unanswered, @Nullable Throwable cause) {
        super(message, cause);
        this.unanswered = unanswered;
    }

    /** Returns the number of requests without a result. */
    public long unanswered() {
        return unanswered;
    }
}
