package dev.sluice.api;

/** The methods of {@link dev.sluice.api.Requests}, by the event name they have on the input queue. */
public enum RequestKind {
    LOOKUP(1, "lookup"),
    QUERY(2, "executeQuery"),
    UPDATE(3, "executeUpdate"),
    SEND(4, "send");

    private final int code;
    private final String event;

    RequestKind(int code, String event) {
        this.code = code;
        this.event = event;
    }

    /** The kind's number in the checksum. */
    public int code() {
        return code;
    }

    /** The name of the event on the queue. */
    public String event() {
        return event;
    }
}
