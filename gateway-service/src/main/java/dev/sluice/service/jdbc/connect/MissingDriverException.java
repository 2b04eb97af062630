package dev.sluice.service.jdbc.connect;

/** No driver on the class path takes a database's URL. The message says which one it needs and where it goes. */
public final class MissingDriverException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;
    private final String reason;

    /** @param key of the URL in the configuration */
    MissingDriverException(String key, String reason, Throwable cause) {
        super(key + ": " + reason, cause);
        this.reason = reason;
    }

    /** The message without the key. */
    String reason() {
        return reason;
    }
}
