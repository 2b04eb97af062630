package dev.sluice.service.jdbc;

/** SQL text that cannot be a statement of a request: unterminated, empty, or several statements. Says where. */
public final class SqlSyntaxException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    public SqlSyntaxException(String message) {
        super(message);
    }
}
