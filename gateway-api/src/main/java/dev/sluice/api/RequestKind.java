package dev.sluice.api;

/**
 * The kinds of request, one for each method of {@link dev.sluice.api.Requests} that sends a request. The input queue stores a
 * request as a method call, and each kind has its own method name.
 */
public enum RequestKind {
    LOOKUP("lookup"),
    QUERY("executeQuery"),
    UPDATE("executeUpdate"),
    SEND("send");

    private final String event;

    RequestKind(String event) {
        this.event = event;
    }

    /** Returns the method name that the input queue stores for requests of this kind. */
    public String event() {
        return event;
    }
}
