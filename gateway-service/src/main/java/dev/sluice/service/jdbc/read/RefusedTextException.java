package dev.sluice.service.jdbc.read;

import java.sql.SQLException;

/** The database does not take a statement's text with these types of arguments, or is away. */
final class RefusedTextException extends Exception {

    private static final long serialVersionUID = 1L;

    private final SQLException refusal;

    RefusedTextException(SQLException refusal) {
        super(refusal.getMessage(), refusal, false, false);
        this.refusal = refusal;
    }

    SQLException refusal() {
        return refusal;
    }
}
