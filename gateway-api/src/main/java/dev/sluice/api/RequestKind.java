package dev.sluice.api;

/** The methods of {@link dev.sluice.api.Requests}, by the event name they have on the input queue. */
public enum RequestKind {
    LOOKUP("lookup"),
    QUERY("executeQuery"),
    UPDATE("executeUpdate"),
    SEND("send");

    private final String event;

    RequestKind(String event) {
        this.event = event;
    }

    /** The name of the event on the queue. */
    public String event() {
        return event;
    }
}
