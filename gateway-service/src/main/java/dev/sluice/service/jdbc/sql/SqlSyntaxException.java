package dev.sluice.service.jdbc.sql;

/** SQL text that cannot be the statement of a request: empty, unterminated, or several statements. Says where. */
public final class SqlSyntaxException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    SqlSyntaxException(String message) {
        super(message);
    }

    /** With the position in characters, counted from 1 as databases do. */
    SqlSyntaxException(String message, int offset) {
        super(message + " at character " + (offset + 1));
    }
}
