package dev.sluice.api;

/** Reports that a request found no row, although its caller expects a row and not an {@link java.util.Optional}. */
public final class NotFoundException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final int LONGEST = 200;

    private final transient RequestRef request;

    /** Creates the exception for the request that found nothing. */
    public NotFoundException(RequestRef request) {
        super("request " + request.sequence() + " ('" + request.name()
                + "') found nothing; ask for an Optional where that may happen");
        this.request = request;
    }

    /**
     * Creates the exception for a request, with a message that names the key.
     *
     * @param where a description of the request: its name and position
     * @param key the arguments of the request as text, which is cut if it is long; empty if they are not known
     */
    public NotFoundException(String where, String key, RequestRef request) {
        super(where + " found nothing" + (key.isEmpty() ? "" : " for " + shown(key))
                + "; ask for an Optional where that may happen");
        this.request = request;
    }

    private static String shown(String key) {
        return key.length() > LONGEST ? key.substring(0, LONGEST) + "…" : key;
    }

    /** Creates a copy on the thread that waited for the result, so that the stack trace shows the caller. */
    public NotFoundException(NotFoundException seen) {
        super(seen.getMessage(), seen);
        this.request = seen.request;
    }

    /** Returns the request that found nothing. */
    public RequestRef request() {
        return request;
    }
}
