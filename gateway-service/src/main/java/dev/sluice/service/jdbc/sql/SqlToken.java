package dev.sluice.service.jdbc.sql;

import java.util.Locale;

/**
 * A piece of a statement; comments and space are none.
 *
 * @param start its first character's offset
 * @param end the offset behind it
 * @param depth how many parentheses are open around it
 * @param text as written; of a {@link Type#WORD} also see {@link #word}
 */
public record SqlToken(Type type, int start, int end, int depth, String text) {

    public enum Type {
        /** A keyword or an unquoted name. */
        WORD,
        /** A quoted name. */
        NAME,
        LITERAL,
        PARAMETER,
        /** One character of anything else. */
        SYMBOL
    }

    /** The word in capitals, or nothing if it is none. */
    public String word() {
        return type == Type.WORD ? text.toUpperCase(Locale.ROOT) : "";
    }

    public boolean is(char symbol) {
        return type == Type.SYMBOL && text.charAt(0) == symbol;
    }

    public boolean named() {
        return type == Type.WORD || type == Type.NAME;
    }
}
