package dev.sluice.service.rest.answer;

/** A value in a response that is not what it should be. */
final class UnreadableException extends Exception {

    private static final long serialVersionUID = 1L;

    UnreadableException(String reason) {
        super(reason, null, false, false);
    }
}
