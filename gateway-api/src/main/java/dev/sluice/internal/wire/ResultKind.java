package dev.sluice.internal.wire;

/** The kinds of result, one for each method of {@link dev.sluice.api.Results}, with their event names on the output queue. */
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

    /** Returns the name of the event on the queue. */
    public String event() {
        return event;
    }
}
