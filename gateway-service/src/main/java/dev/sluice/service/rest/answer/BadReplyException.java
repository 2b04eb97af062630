package dev.sluice.service.rest.answer;

/** A response that breaks the contract, is not all there is, or says that it is no answer yet: nothing in it is believed. */
public final class BadReplyException extends Exception {

    private static final long serialVersionUID = 1L;

    /** What becomes of the items. */
    public enum Kind {
        /** The response does not fit the configuration. */
        MISFIT,
        /** It is right as far as it goes, and more follows on another page: fewer items fit into one. */
        MORE_FOLLOWS,
        /** It says that the same is to be asked again later. */
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
