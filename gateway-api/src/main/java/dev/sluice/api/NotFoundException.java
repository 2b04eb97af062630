package dev.sluice.api;

/** A request found no row, and the caller had asked for one rather than for an {@link java.util.Optional}. */
public final class NotFoundException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final int LONGEST = 200;

    private final transient RequestRef request;

    /** The exception of the request that found nothing. */
    public NotFoundException(RequestRef request) {
        super("'" + request.name() + "' found nothing for request " + request.sequence()
                + " of its writer; ask for an Optional where that may happen");
        this.request = request;
    }

    /**
     * The exception of a request, with the key that it looked for.
     *
     * @param where the request in words: its name and position
     * @param key its arguments as text; a long one is cut. Empty if they are not known
     */
    public NotFoundException(String where, String key, RequestRef request) {
        super(where + " found nothing" + (key.isEmpty() ? "" : " for " + shown(key))
                + "; ask for an Optional where that may happen");
        this.request = request;
    }

    private static String shown(String key) {
        return key.length() > LONGEST ? key.substring(0, LONGEST) + "…" : key;
    }

    /** Repeats a failure on the thread that waited for it, whose stack says who asked. */
    public NotFoundException(NotFoundException seen) {
        super(seen.getMessage(), seen);
        this.request = seen.request;
    }

    /** The request that found nothing. */
    public RequestRef request() {
        return request;
    }
}
