package dev.sluice.service.jdbc.sql;

/**
 * How a database's SQL text differs from the standard where it matters for finding parameters.
 *
 * @param nestedComments block comments nest
 * @param dollarQuotes {@code $tag$…$tag$} is a string
 * @param escapeStrings {@code E'…'} takes backslash escapes
 * @param doubledQuestionMark {@code ??} is an operator's question mark
 * @param backquotes {@code `…`} is an identifier
 * @param slashComments {@code //} begins a comment
 * @param backslashes {@code \\} escapes within strings
 * @param hashComments {@code #} begins a comment, and {@code --} only before white space
 */
public record SqlSyntax(
        boolean nestedComments,
        boolean dollarQuotes,
        boolean escapeStrings,
        boolean doubledQuestionMark,
        boolean backquotes,
        boolean slashComments,
        boolean backslashes,
        boolean hashComments) {

    public static final SqlSyntax STANDARD = new SqlSyntax(false, false, false, false, false, false, false, false);
    public static final SqlSyntax POSTGRESQL = new SqlSyntax(true, true, true, true, false, false, false, false);
    public static final SqlSyntax H2 = new SqlSyntax(true, true, false, false, true, true, false, false);
    public static final SqlSyntax MARIADB = new SqlSyntax(false, false, false, false, true, false, true, true);
}
