package dev.sluice.service.jdbc.sql;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rules that hold for declared statements and for ad hoc ones. */
public final class Statements {

    /** The gateway's own tables: its checkpoint, and the outcomes that are kept beside it. */
    public static final String CHECKPOINT = "sluice_checkpoint";

    public static final String OUTCOME = "sluice_outcome";

    /** A backslash, or another sign that was chosen, before four digits, or before a plus and six. */
    private static final Pattern UNICODE_ESCAPE =
            Pattern.compile("[^\\w\\s](?:u?([0-9a-fA-F]{4})|\\+00([0-9a-fA-F]{4}))");

    private Statements() {}

    /**
     * Keeps requests out of the gateway's own tables, whose content is what lets updates happen once. The whole text is
     * looked at: a comment is executed here and there, and a string may be.
     *
     * @throws IllegalArgumentException if the text names one
     */
    public static void refuseOwnTables(String sql) {
        final String text = unescaped(sql).toLowerCase(Locale.ROOT);
        for (final String own : List.of(CHECKPOINT, OUTCOME)) {
            if (text.contains(own)) {
                throw new IllegalArgumentException(
                        "it names " + own
                                + ", a table of the gateway's own, whose content lets updates happen once; ask the database itself");
            }
        }
    }

    /** Unicode escapes of names and strings as characters, where they are some or only seem to be. */
    private static String unescaped(String sql) {
        return UNICODE_ESCAPE
                .matcher(sql)
                .replaceAll(escape -> Matcher.quoteReplacement(String.valueOf(
                        (char) Integer.parseInt(escape.group(1) == null ? escape.group(2) : escape.group(1), 16))));
    }

    /**
     * Whether it writes.
     *
     * @throws IllegalArgumentException if it would steer the gateway's own transactions
     */
    public static boolean update(SqlText text) {
        if (text.kind() == SqlText.Kind.TRANSACTION) {
            throw new IllegalArgumentException(
                    text.firstKeyword() + " steers transactions, which is the gateway's own business");
        }
        if (keepsHalves(text)) {
            throw new IllegalArgumentException(
                    "OR FAIL keeps what a statement did before it failed, and the gateway rolls"
                            + " back what fails; use OR ABORT, which is the default, or OR IGNORE");
        }
        return text.kind() != SqlText.Kind.QUERY || text.writes();
    }

    /** SQLite's INSERT OR FAIL and UPDATE OR FAIL. */
    private static boolean keepsHalves(SqlText text) {
        final int or = text.words().indexOf("OR");
        return or > 0
                && or + 1 < text.words().size()
                && Set.of("INSERT", "UPDATE").contains(text.words().get(or - 1))
                && text.words().get(or + 1).equals("FAIL");
    }

    /** Whether an update may give rows, as RETURNING does: it cannot be batched. */
    public static boolean givesRows(SqlText text) {
        return text.kind() == SqlText.Kind.QUERY || text.words().contains("RETURNING");
    }
}
