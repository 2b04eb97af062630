package dev.sluice.examples.rest;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A lookup that answers some keys wrongly on purpose, as a new service with errors might. A comparison of the answers with the
 * table must find these errors. Thread-safe.
 */
final class AlteredLookup implements Lookup {

    private static final Pattern DECLARATION = Pattern.compile("(\\w+):(\\d+):(spelling|other|missing)");

    /** A kind of wrong answer. */
    private enum Mistake {
        /** The last value, a string, is misspelled. */
        SPELLING,
        /** The first value is replaced by another one. */
        OTHER,
        /** The key is not found. */
        MISSING
    }

    private final Lookup right;
    private final Map<Long, Mistake> mistakes;

    private AlteredLookup(Lookup right, Map<Long, Mistake> mistakes) {
        this.right = right;
        this.mistakes = mistakes;
    }

    /**
     * Returns a lookup that makes the mistakes declared for its table. A declaration is {@code table:key:spelling}, {@code
     * table:key:other} or {@code table:key:missing}.
     *
     * @throws IllegalArgumentException if a declaration is none of these
     */
    static Lookup of(String table, Lookup right, List<String> declarations) {
        final Map<Long, Mistake> mistakes = new HashMap<>();
        for (final String declaration : declarations) {
            final Matcher matcher = DECLARATION.matcher(declaration);
            if (!matcher.matches()) {
                throw new IllegalArgumentException("'" + declaration + "' declares no mistake: it must be"
                        + " table:key:spelling, table:key:other or table:key:missing");
            }
            if (matcher.group(1).equals(table)) {
                mistakes.put(
                        Long.valueOf(matcher.group(2)),
                        Mistake.valueOf(matcher.group(3).toUpperCase(Locale.ROOT)));
            }
        }
        return mistakes.isEmpty() ? right : new AlteredLookup(right, mistakes);
    }

    @Override
    public List<String> columns() {
        return right.columns();
    }

    @Override
    public Map<Long, List<Object>> find(Collection<Long> keys) throws SQLException {
        final Map<Long, List<Object>> found = new HashMap<>(right.find(keys));
        mistakes.forEach((key, mistake) -> found.computeIfPresent(key, (same, values) -> wrong(values, mistake)));
        return found;
    }

    /** Returns the altered values, or null to remove the key from the map. */
    private static List<Object> wrong(List<Object> values, Mistake mistake) {
        final List<Object> altered = new ArrayList<>(values);
        final int last = altered.size() - 1;
        switch (mistake) {
            case SPELLING -> altered.set(last, altered.get(last) + "e");
            case OTHER -> altered.set(0, "Somebody");
            case MISSING -> {
                return null;
            }
        }
        return altered;
    }
}
