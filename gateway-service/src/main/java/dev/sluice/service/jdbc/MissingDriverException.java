package dev.sluice.service.jdbc;

/** No driver on the class path takes a database's URL. The message says which one it needs and where it goes. */
public final class MissingDriverException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    MissingDriverException(String message, Throwable cause) {
        super(message, cause);
    }
}
