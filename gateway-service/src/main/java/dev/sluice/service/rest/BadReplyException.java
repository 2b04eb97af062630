package dev.sluice.service.rest;

/** A response that breaks the contract: nothing in it is believed. */
class BadReplyException extends Exception {

    private static final long serialVersionUID = 1L;

    BadReplyException(String reason) {
        super(reason, null, false, false);
    }
}
