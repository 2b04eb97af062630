package dev.sluice.service.rest.answer;

/** A response that breaks the contract, or is not all there is: nothing in it is believed. */
public final class BadReplyException extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean moreFollows;

    BadReplyException(String reason) {
        this(reason, false);
    }

    private BadReplyException(String reason, boolean moreFollows) {
        super(reason, null, false, false);
        this.moreFollows = moreFollows;
    }

    static BadReplyException moreFollows(String reason) {
        return new BadReplyException(reason, true);
    }

    /** Whether the response is right as far as it goes, and more follows on another page: fewer items fit into one. */
    public boolean moreFollows() {
        return moreFollows;
    }
}
