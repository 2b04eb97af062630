package dev.sluice.api;

/**
 * Reports that the gateway answered a request as failed. The future of the request completes with this exception. If a method of
 * a declared interface waits for the result, the method throws this exception. Other requests are not affected.
 */
public final class RequestFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient RequestRef request;
    private final transient Failure failure;

    /**
     * Creates the exception for one failed request.
     *
     * @param where a description of the request: its name and position
     */
    public RequestFailedException(String where, RequestRef request, Failure failure) {
        super(where + " failed, " + failure.kind() + (failure.code().isEmpty() ? "" : " " + failure.code()) + ": "
                + failure.message());
        this.request = request;
        this.failure = failure;
    }

    /** Creates a copy on the thread that waited for the result, so that the stack trace shows the caller. */
    public RequestFailedException(RequestFailedException seen) {
        super(seen.getMessage(), seen);
        this.request = seen.request;
        this.failure = seen.failure;
    }

    /** Returns the request that failed. */
    public RequestRef request() {
        return request;
    }

    /** Returns the name of the lookup, statement or endpoint. */
    public String operation() {
        return request.name();
    }

    /** Returns the class of failure. */
    public FailureKind kind() {
        return failure.kind();
    }

    /** Returns the SQLState or the HTTP status that the backend returned; empty if there is none. */
    public String code() {
        return failure.code();
    }

    /** Whether the same request may succeed if it is sent again. */
    public boolean retryable() {
        return failure.retryable();
    }

    /** Returns the failure with all its details. */
    public Failure failure() {
        return failure;
    }
}
