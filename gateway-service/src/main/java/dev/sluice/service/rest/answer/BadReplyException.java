package dev.sluice.service.rest.answer;

/** A response that is not used at all, because it breaks the contract, is incomplete, or asks to repeat the request later. */
public final class BadReplyException extends Exception {

    private static final long serialVersionUID = 1L;

    /** The reason, which decides what happens to the items. */
    public enum Kind {
        /** The response does not fit the configuration. */
        MISFIT,
        /** The response is valid, but continues on another page; a request for fewer items may fit on one page. */
        MORE_FOLLOWS,
        /** The response asks to repeat the request later. */
        AGAIN
    }

    private final Kind kind;

    BadReplyException(String reason) {
        this(Kind.MISFIT, reason);
    }

    BadReplyException(Kind kind, String reason) {
        super(reason, null, false, false);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
