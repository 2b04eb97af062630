package dev.sluice.service.jdbc.dialect;

import java.sql.SQLException;

/** A column value that has no wire type's value: the failure of the request that found it. */
final class UnreadableValueException extends SQLException {

    private static final long serialVersionUID = 1L;

    UnreadableValueException(String found) {
        super("A column holds " + found + "; convert it in the statement", "22000");
    }
}
