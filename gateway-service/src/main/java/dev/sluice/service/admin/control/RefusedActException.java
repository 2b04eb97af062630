package dev.sluice.service.admin.control;

/** An act that is not done; the message says why, and nothing was changed. */
public final class RefusedActException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public RefusedActException(String why) {
        super(why);
    }
}
