package dev.sluice.replay.export.mask;

import dev.sluice.api.OtherValue;
import java.util.Locale;
import java.util.Set;

/**
 * A rule that says which values are masked.
 *
 * @param text as it was written, with the part in lower case
 * @param name the lookup, statement or endpoint, {@code *} for any; empty if it means values of all
 * @param part the column in lower case, or the number of the argument from 1; empty likewise
 * @param argument whether it means an argument
 */
record MaskRule(String text, String name, String part, boolean argument) {

    static final String FORMS = "all, keys, text, NAME:COLUMN or NAME:NUMBER, where NAME may be *";

    private static final String ALL = "all";
    private static final String KEYS = "keys";
    private static final String TEXT = "text";

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException if it is of none of the forms
     */
    static MaskRule parse(String text) {
        if (Set.of(ALL, KEYS, TEXT).contains(text)) {
            return new MaskRule(text, "", "", false);
        }
        final int colon = text.lastIndexOf(':');
        if (colon < 1 || colon == text.length() - 1) {
            throw new IllegalArgumentException("'" + text + "' says nothing to mask: write one of " + FORMS);
        }
        final String name = text.substring(0, colon);
        final String part = text.substring(colon + 1).toLowerCase(Locale.ROOT);
        return new MaskRule(name + ":" + part, name, part, part.matches("[1-9][0-9]{0,8}"));
    }

    boolean takesArgument(String of, int number, Object value) {
        return switch (text) {
            case ALL, KEYS -> true;
            case TEXT -> isText(value);
            default -> argument && isOf(of) && part.equals(Integer.toString(number));
        };
    }

    boolean takesColumn(String of, String column, Object value) {
        return switch (text) {
            case ALL -> true;
            case KEYS -> false;
            case TEXT -> isText(value);
            default -> !argument && isOf(of) && part.equals(column.toLowerCase(Locale.ROOT));
        };
    }

    private boolean isOf(String other) {
        return name.equals("*") || name.equals(other);
    }

    private static boolean isText(Object value) {
        return value instanceof String || value instanceof byte[] || value instanceof OtherValue;
    }
}
