package dev.sluice.service.rest.answer;

/** A response is right as far as it goes, and more follows on another page: fewer items fit into one. */
public final class MoreFollowsException extends BadReplyException {

    private static final long serialVersionUID = 1L;

    MoreFollowsException(String message) {
        super(message);
    }
}
