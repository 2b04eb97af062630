package dev.sluice.replay.export.mask;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which values are masked.
 *
 * @param kind what it means
 * @param name the lookup, statement or endpoint, {@code *} for any; empty if it means values of all
 * @param part the column in lower case, or the number of the argument from 1; empty likewise
 */
record MaskRule(Kind kind, String name, String part) {

    enum Kind {
        ALL,
        KEYS,
        TEXT,
        ARGUMENT,
        COLUMN
    }

    static final String FORMS = "all, keys, text, NAME:COLUMN or NAME:NUMBER, where NAME may be *";

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException if it is of none of the forms
     */
    static MaskRule parse(String text) {
        final Optional<Kind> named = Stream.of(Kind.ALL, Kind.KEYS, Kind.TEXT)
                .filter(kind -> text.equals(kind.name().toLowerCase(Locale.ROOT)))
                .findFirst();
        if (named.isPresent()) {
            return new MaskRule(named.get(), "", "");
        }
        final int colon = text.lastIndexOf(':');
        if (colon < 1 || colon == text.length() - 1) {
            throw new IllegalArgumentException("'" + text + "' says nothing to mask: write one of " + FORMS);
        }
        final String part = text.substring(colon + 1).toLowerCase(Locale.ROOT);
        final boolean number = part.matches("[1-9][0-9]{0,8}");
        return new MaskRule(number ? Kind.ARGUMENT : Kind.COLUMN, text.substring(0, colon), part);
    }

    boolean takesArgument(String of, int number, Object value) {
        return switch (kind) {
            case ALL, KEYS -> true;
            case TEXT -> isText(value);
            case ARGUMENT -> isOf(of) && part.equals(Integer.toString(number));
            case COLUMN -> false;
        };
    }

    boolean takesColumn(String of, String column, Object value) {
        return switch (kind) {
            case ALL -> true;
            case TEXT -> isText(value);
            case COLUMN -> isOf(of) && part.equals(column.toLowerCase(Locale.ROOT));
            case KEYS, ARGUMENT -> false;
        };
    }

    private boolean isOf(String other) {
        return name.equals("*") || name.equals(other);
    }

    private static boolean isText(Object value) {
        return value instanceof String || value instanceof byte[] || value instanceof dev.sluice.api.OtherValue;
    }

    @Override
    public String toString() {
        return name.isEmpty() ? kind.name().toLowerCase(Locale.ROOT) : name + ":" + part;
    }
}
