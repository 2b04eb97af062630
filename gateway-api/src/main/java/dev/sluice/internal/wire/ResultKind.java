package dev.sluice.internal.wire;

/** The methods of {@link dev.sluice.api.Results}, by the event name they have on the output queue. */
public enum ResultKind {
    ROWS(1, "rows"),
    NOT_FOUND(2, "notFound"),
    UPDATED(3, "updated"),
    FAILED(4, "failed"),
    REPLIED(5, "replied");

    private static final ResultKind[] KINDS = values();

    private final int code;
    private final String event;

    ResultKind(int code, String event) {
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

    /** Whether there is a kind of that code. */
    static boolean isKnown(int code) {
        for (final ResultKind kind : KINDS) {
            if (kind.code == code) {
                return true;
            }
        }
        return false;
    }

    /** The kind of that event, or {@code null} if there is none. */
    static ResultKind ofEvent(CharSequence event) {
        for (final ResultKind kind : KINDS) {
            if (kind.event.contentEquals(event)) {
                return kind;
            }
        }
        return null;
    }
}
