package dev.sluice.api;

import java.util.Objects;

/**
 * A column value of a type that has no wire type of its own: its text as the database prints it.
 *
 * @param typeName the database's name of the type
 * @param text the value as text
 */
public record OtherValue(String typeName, String text) {

    public OtherValue {
        Objects.requireNonNull(typeName, "typeName");
        Objects.requireNonNull(text, "text");
    }
}
