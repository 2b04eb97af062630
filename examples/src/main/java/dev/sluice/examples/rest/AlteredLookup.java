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
 * A lookup that is wrong on purpose for some keys, as a new service may be: to be found by whoever compares it with the
 * table. Any thread.
 */
final class AlteredLookup implements Lookup {

    private static final Pattern DECLARATION = Pattern.compile("(\\w+):(\\d+):(spelling|other|missing)");

    /** A way to be wrong. */
    private enum Mistake {
        /** The last value, a text, is spelled otherwise. */
        SPELLING,
        /** The first value is another one. */
        OTHER,
        /** There is nothing for the key. */
        MISSING
    }

    private final Lookup right;
    private final Map<Long, Mistake> mistakes;

    private AlteredLookup(Lookup right, Map<Long, Mistake> mistakes) {
        this.right = right;
        this.mistakes = mistakes;
    }

    /**
     * Returns that lookup with the mistakes that are declared for its table, each as {@code table:key:spelling}, {@code
     * other} or {@code missing}.
     *
     * @throws IllegalArgumentException if one is not declared so
     */
    static Lookup of(String table, Lookup right, List<String> declarations) {
        final Map<Long, Mistake> mistakes = new HashMap<>();
        for (final String declaration : declarations) {
            final Matcher matcher = DECLARATION.matcher(declaration);
            if (!matcher.matches()) {
                throw new IllegalArgumentException("a mistake is declared as table:key:spelling, table:key:other or"
                        + " table:key:missing, and not as '" + declaration + "'");
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

    /** The values; null, for a map, if there is nothing for the key. */
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
