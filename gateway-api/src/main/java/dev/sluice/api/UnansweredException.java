package dev.sluice.api;

import org.jspecify.annotations.Nullable;

/** Waiting for results ended before each request had one. What was asked stays asked: wait again. */
public final class UnansweredException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final long unanswered;

    /** Waiting ended so. */
    public UnansweredException(String message, long unanswered) {
        this(message, unanswered, null);
    }

    /** Waiting ended so. */
    public UnansweredException(String message, long unanswered, @Nullable Throwable cause) {
        super(message, cause);
        this.unanswered = unanswered;
    }

    /** How many requests have no result yet. */
    public long unanswered() {
        return unanswered;
    }
}
