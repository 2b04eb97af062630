package dev.sluice.api;

import org.jspecify.annotations.Nullable;

/**
 * Waiting for results ended before each request had one: the time was over, the client was closed, or the thread was
 * interrupted, which it stays. What was asked stays asked: wait again.
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

    /** Returns how many requests have no result yet. */
    public long unanswered() {
        return unanswered;
    }
}
