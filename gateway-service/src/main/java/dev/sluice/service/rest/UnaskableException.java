package dev.sluice.service.rest;

/** A value that cannot stand where a template wants it. */
final class UnaskableException extends Exception {

    private static final long serialVersionUID = 1L;

    UnaskableException(String reason) {
        super(reason, null, false, false);
    }
}
