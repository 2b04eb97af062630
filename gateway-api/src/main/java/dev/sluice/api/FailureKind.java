package dev.sluice.api;

/** The classes of failure. Each class has a code on the wire; the meaning of a code never changes. */
public enum FailureKind {
    /** The request itself is wrong: its name is unknown, its arguments do not fit, or it cannot be decoded. */
    INVALID(1),
    /**
     * The configuration does not allow the request, for example ad hoc SQL or a query that writes. Or an operator decided that
     * the request is not executed.
     */
    NOT_ALLOWED(2),
    /** The backend refused the request: a violated constraint, a data error, a syntax error, or a missing privilege. */
    REJECTED(3),
    /** A deadlock or serialization conflict occurred again at each of the configured retries. */
    CONFLICT(4),
    /** Either the request exceeded the configured timeout, and again at each configured retry, or its deadline passed. */
    TIMEOUT(5),
    /** The request, its rows or its result exceed a configured limit. */
    TOO_LARGE(6),
    /** The gateway itself failed while it handled the request; the gateway's log has the details. */
    INTERNAL(7),
    /** The backend was unavailable for longer than the configuration lets requests wait. */
    UNAVAILABLE(8),
    /**
     * The service may have accepted the event, so the gateway does not automatically send the event again. Either the response
     * of the service does not fit the configuration, or the connection was lost before the response was complete.
     */
    DOUBTFUL(9);

    private static final FailureKind[] BY_CODE = new FailureKind[10];

    static {
        for (final FailureKind kind : values()) {
            BY_CODE[kind.code] = kind;
        }
    }

    private final int code;

    FailureKind(int code) {
        this.code = code;
    }

    /** Returns the number of this kind on the wire. */
    public int code() {
        return code;
    }

    /**
     * Returns the kind with that number on the wire.
     *
     * @throws IllegalArgumentException if no kind has that number
     */
    public static FailureKind ofCode(int code) {
        if (code < 1 || code >= BY_CODE.length) {
            throw new IllegalArgumentException("Unknown kind of failure " + code);
        }
        return BY_CODE[code];
    }
}
