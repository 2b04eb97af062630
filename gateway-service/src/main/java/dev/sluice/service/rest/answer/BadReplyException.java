package dev.sluice.service.rest.answer;

/** A response that breaks the contract: nothing in it is believed. */
public class BadReplyException extends Exception {

    private static final long serialVersionUID = 1L;

    BadReplyException(String reason) {
        super(reason, null, false, false);
    }
}
