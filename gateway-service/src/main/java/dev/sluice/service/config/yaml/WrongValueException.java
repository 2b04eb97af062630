package dev.sluice.service.config.yaml;

/** A value is not what its key expects; the message is fit for the user. */
final class WrongValueException extends Exception {

    private static final long serialVersionUID = 1L;

    WrongValueException(String message) {
        super(message);
    }
}
