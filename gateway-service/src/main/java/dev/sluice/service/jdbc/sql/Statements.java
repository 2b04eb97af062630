package dev.sluice.service.jdbc.sql;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rules for all statements, declared and ad hoc. */
public final class Statements {

    /** The gateway's own table for its checkpoint. The next constant is its table for outcomes. */
    public static final String CHECKPOINT = "sluice_checkpoint";

    public static final String OUTCOME = "sluice_outcome";

    /** An escape: a backslash or a user-defined sign, and then four hexadecimal digits, or a plus and six of them. */
    private static final Pattern UNICODE_ESCAPE =
            Pattern.compile("[^\\w\\s](?:u?([0-9a-fA-F]{4})|\\+00([0-9a-fA-F]{4}))");

    private Statements() {}

    /**
     * Keeps requests out of the gateway's own tables, which are needed to run each update once. Searches the whole text, because
     * some databases execute comments, and a string may be executed, too.
     *
     * @throws IllegalArgumentException if the text names one of these tables
     */
    public static void refuseOwnTables(String sql) {
        final String text = unescaped(sql).toLowerCase(Locale.ROOT);
        for (final String own : List.of(CHECKPOINT, OUTCOME)) {
            if (text.contains(own)) {
                throw new IllegalArgumentException(
                        "it names " + own
                                + ", a table of the gateway's own, whose content lets updates happen once; query it without the gateway");
            }
        }
    }

    /** Replaces Unicode escapes, and sequences that look like one, by the characters that they mean. */
    private static String unescaped(String sql) {
        return UNICODE_ESCAPE
                .matcher(sql)
                .replaceAll(escape -> Matcher.quoteReplacement(String.valueOf(
                        (char) Integer.parseInt(escape.group(1) == null ? escape.group(2) : escape.group(1), 16))));
    }

    /**
     * Whether a statement writes.
     *
     * @throws IllegalArgumentException if it would control transactions, or keep a part of its changes when it fails
     */
    public static boolean update(SqlText text) {
        if (text.kind() == SqlText.Kind.TRANSACTION) {
            throw new IllegalArgumentException(
                    text.firstKeyword() + " controls transactions, which only the gateway may do");
        }
        if (keepsHalves(text)) {
            throw new IllegalArgumentException(
                    "OR FAIL keeps what a statement did before it failed, but the gateway rolls"
                            + " failed statements back; use OR ABORT, which is the default, or OR IGNORE");
        }
        return text.kind() != SqlText.Kind.QUERY || text.writes();
    }

    /** Whether it is SQLite's INSERT OR FAIL or UPDATE OR FAIL, which keep a part of their changes when they fail. */
    private static boolean keepsHalves(SqlText text) {
        final int or = text.words().indexOf("OR");
        return or > 0
                && or + 1 < text.words().size()
                && Set.of("INSERT", "UPDATE").contains(text.words().get(or - 1))
                && text.words().get(or + 1).equals("FAIL");
    }

    /** Whether an update may return rows, for example by RETURNING, so that it cannot be batched. */
    public static boolean givesRows(SqlText text) {
        return text.kind() == SqlText.Kind.QUERY || text.words().contains("RETURNING");
    }
}
