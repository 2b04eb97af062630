package dev.sluice.service.rest.template;

/** A value that cannot stand where a template wants it. */
public final class UnaskableException extends Exception {

    private static final long serialVersionUID = 1L;

    public UnaskableException(String reason) {
        super(reason, null, false, false);
    }
}
