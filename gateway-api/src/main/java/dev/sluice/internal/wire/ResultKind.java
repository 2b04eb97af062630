package dev.sluice.internal.wire;

/**
 * The kinds of result, one for each method of {@link dev.sluice.api.Results}. The output queue stores a result as a method call,
 * and each kind has its own method name.
 */
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

    /** Returns the method name that the output queue stores for results of this kind. */
    public String event() {
        return event;
    }
}
