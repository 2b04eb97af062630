package dev.sluice.api;

/** Classes of failure. The code is what is on the wire and never changes its meaning. */
public enum FailureKind {
    /** The request itself is wrong: unknown name, wrong number or types of arguments, undecodable. */
    INVALID(1),
    /** The configuration does not allow it: ad hoc SQL, a query that writes; or somebody decided that it is not asked. */
    NOT_ALLOWED(2),
    /** The backend refused it: constraint, data or syntax error, missing right. */
    REJECTED(3),
    /** A deadlock or serialization conflict that persisted through the configured retries. */
    CONFLICT(4),
    /** The request took longer than the configured time, through the configured retries. */
    TIMEOUT(5),
    /** Request, rows or result exceed the configured limit. */
    TOO_LARGE(6),
    /** The gateway itself failed on it; its log says more. */
    INTERNAL(7),
    /** The backend was away for longer than the configuration lets requests wait. */
    UNAVAILABLE(8),
    /**
     * An event may have been taken, and is not sent again by itself: its service said so in a response that does not fit the
     * configuration, or the connection was lost before the response was whole.
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

    /** The kind's number on the wire. */
    public int code() {
        return code;
    }

    /**
     * The kind for a number on the wire.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static FailureKind ofCode(int code) {
        if (code < 1 || code >= BY_CODE.length) {
            throw new IllegalArgumentException("Unknown kind of failure " + code);
        }
        return BY_CODE[code];
    }
}
