package dev.sluice.api;

/**
 * A request was answered as failed: its future ends with this, and so does a declared method that waits. Only that
 * request failed; its neighbours are not affected.
 */
public final class RequestFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient RequestRef request;
    private final transient Failure failure;

    /**
     * The failure of one request.
     *
     * @param where the request in words: its name and position
     */
    public RequestFailedException(String where, RequestRef request, Failure failure) {
        super(where + " failed, " + failure.kind() + (failure.code().isEmpty() ? "" : " " + failure.code()) + ": "
                + failure.message());
        this.request = request;
        this.failure = failure;
    }

    /** Repeats a failure on the thread that waited for it, whose stack says who asked. */
    public RequestFailedException(RequestFailedException seen) {
        super(seen.getMessage(), seen);
        this.request = seen.request;
        this.failure = seen.failure;
    }

    /** The request that failed. */
    public RequestRef request() {
        return request;
    }

    /** The lookup, statement or endpoint that was asked. */
    public String operation() {
        return request.name();
    }

    /** The class of failure. */
    public FailureKind kind() {
        return failure.kind();
    }

    /** The SQLState or status that the backend gave, or empty. */
    public String code() {
        return failure.code();
    }

    /** Whether asking again may help. */
    public boolean retryable() {
        return failure.retryable();
    }

    /** Everything that the result says. */
    public Failure failure() {
        return failure;
    }
}
