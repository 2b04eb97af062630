package dev.sluice.jdbc.internal;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the few facts about a statement's text that the driver needs before it sends the statement. The gateway analyzes
 * everything else.
 */
final class SqlTexts {

    private static final Set<String> READS = Set.of("SELECT", "VALUES", "TABLE", "SHOW", "EXPLAIN", "DESCRIBE");
    private static final Set<String> CHANGES = Set.of("INSERT", "UPDATE", "DELETE", "MERGE");
    /** Matches a comment, a quoted string or name, a word, a parameter, or any other single character. */
    private static final Pattern TOKEN = Pattern.compile(
            "--[^\\n]*|/\\*(?s:.*?)\\*/|'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|`[^`]*`|\\$(\\w*)\\$(?s:.*?)\\$\\1\\$|\\w+|\\?|(?s:.)");

    private static final int MOST_KNOWN = 1_000;
    private static final int LONGEST_KNOWN = 2_000;
    /**
     * The facts of texts that were parsed before. Most programs use few texts, and parsing is the most expensive step of this
     * driver for a statement.
     */
    private static final Map<String, Known> KNOWN = new ConcurrentHashMap<>();

    private SqlTexts() {}

    private record Known(boolean isQuery, boolean returns, int parameters) {}

    /**
     * Whether a text is a query: it begins with the keyword of a query, or it begins with WITH and contains no keyword of a
     * change.
     */
    static boolean isQuery(String sql) {
        return known(sql).isQuery;
    }

    /** Whether an update returns rows, because it contains RETURNING. */
    static boolean returns(String sql) {
        return known(sql).returns;
    }

    /** Returns the number of a statement's parameters. */
    static int parameters(String sql) {
        return known(sql).parameters;
    }

    private static Known known(String sql) {
        final Known known = KNOWN.get(sql);
        return known == null ? read(sql) : known;
    }

    private static Known read(String sql) {
        final Known read = new Known(readsOnly(sql), saysReturning(sql), count(sql));
        if (sql.length() <= LONGEST_KNOWN) {
            if (KNOWN.size() >= MOST_KNOWN) {
                KNOWN.clear(); // so many texts probably differ only in their literals
            }
            KNOWN.put(sql, read);
        }
        return read;
    }

    private static boolean readsOnly(String sql) {
        final Matcher token = TOKEN.matcher(sql);
        boolean with = false;
        String before = "";
        while (token.find()) {
            final String word = token.group().toUpperCase(Locale.ROOT);
            if (!Character.isLetter(word.charAt(0))) {
                continue;
            }
            if (!with && !word.equals("WITH")) {
                return READS.contains(word);
            }
            if (CHANGES.contains(word) && !before.equals("FOR")) {
                return false;
            }
            with = true;
            before = word;
        }
        return with;
    }

    private static boolean saysReturning(String sql) {
        return TOKEN.matcher(sql).results().anyMatch(token -> token.group().equalsIgnoreCase("RETURNING"));
    }

    private static int count(String sql) {
        int parameters = 0;
        final Matcher token = TOKEN.matcher(sql);
        while (token.find()) {
            parameters += token.group().equals("?") ? 1 : 0;
        }
        return parameters;
    }
}
