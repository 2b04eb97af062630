package dev.sluice.api;

import java.util.Objects;

/**
 * A column value whose database type has no wire type of its own. It consists of the text that the database prints for the value.
 *
 * @param typeName the name of the type in the database
 * @param text the value as text
 */
public record OtherValue(String typeName, String text) {

    public OtherValue {
        Objects.requireNonNull(typeName, "typeName");
        Objects.requireNonNull(text, "text");
    }
}
