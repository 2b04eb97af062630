package dev.sluice.service.admin;

/** Health and metrics cannot be served where the configuration says. */
public final class ServerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ServerException(String message, Throwable cause) {
        super(message, cause);
    }
}
