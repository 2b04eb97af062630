package dev.sluice.api;

/**
 * The kinds of request, one for each sending method of {@link dev.sluice.api.Requests}, with their event names on the input
 * queue.
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

    /** Returns the name of the event on the queue. */
    public String event() {
        return event;
    }
}
