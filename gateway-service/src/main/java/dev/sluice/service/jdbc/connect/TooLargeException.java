package dev.sluice.service.jdbc.connect;

import java.sql.SQLException;

/** What would be sent or was found is larger than may be: a chunk is asked in smaller ones, one item fails. */
public final class TooLargeException extends SQLException {

    private static final long serialVersionUID = 1L;

    public TooLargeException(String message) {
        super(message);
    }
}
