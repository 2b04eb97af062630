package dev.sluice.internal.wire;

/** The methods of {@link dev.sluice.api.Results}, by the event name they have on the output queue. */
public enum ResultKind {
    ROWS("rows"),
    NOT_FOUND("notFound"),
    UPDATED("updated"),
    FAILED("failed"),
    REPLIED("replied");

    private final String event;

    ResultKind(String event) {
        this.event = event;
    }

    /** The name of the event on the queue. */
    public String event() {
        return event;
    }
}
