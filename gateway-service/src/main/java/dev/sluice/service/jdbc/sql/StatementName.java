package dev.sluice.service.jdbc.sql;

import dev.sluice.service.jdbc.sql.SqlScanner.SqlSyntaxException;
import dev.sluice.service.jdbc.sql.SqlScanner.Token;
import dev.sluice.service.jdbc.sql.SqlSyntax.Trait;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Derives a short name for an undeclared statement from its text, without its values. Texts that differ only in values have the
 * same name, in every process. The name contains a space, so it never equals a declared name.
 */
public final class StatementName {

    private static final int LONGEST = 60;
    private static final int HASH = 0xFFFFF;
    private static final int HASH_RADIX = 36;
    private static final Pattern DECIMAL = Pattern.compile("\\?\\.\\?");
    private static final Pattern LIST = Pattern.compile("\\?(?: ?, ?\\?)+");
    private static final Pattern ROWS = Pattern.compile("(\\(\\?(?:, …)?\\))(?: ?, ?\\1)+");
    /**
     * The syntax for a text whose database is unknown. By this syntax everything that may be a string is a string, so that no
     * value shows.
     */
    private static final SqlSyntax ANY =
            SqlSyntax.POSTGRESQL.with(Trait.BACKQUOTES).with(Trait.QUOTED_STRINGS);

    private StatementName() {}

    /**
     * Returns the name of a statement: its text without values. A long text is cut to its beginning, or for a SELECT to its FROM
     * clause, and gets a hash.
     */
    public static String of(SqlText text) {
        final List<Token> tokens = text.tokens();
        final String whole = plain(tokens, text.syntax());
        if (whole.length() <= LONGEST && whole.indexOf(' ') > 0) {
            return whole;
        }
        final int from = text.firstKeyword().equals("SELECT") ? from(tokens) : 0;
        final String begin = from == 0
                ? whole
                : tokens.get(0).text() + " … " + plain(tokens.subList(from, tokens.size()), text.syntax());
        return cut(begin) + " #" + Integer.toString(whole.hashCode() & HASH, HASH_RADIX);
    }

    /** Returns the name for the statement of a request, which may be a declared name. Used where the database is unknown. */
    public static String of(String asked) {
        if (asked.chars().noneMatch(Character::isWhitespace)) {
            return asked;
        }
        try {
            return of(SqlText.parse(asked, ANY));
        } catch (final SqlSyntaxException e) {
            return "sql";
        }
    }

    private static int from(List<Token> tokens) {
        for (int i = 1; i < tokens.size(); i++) {
            if (tokens.get(i).word().equals("FROM") && tokens.get(i).depth() == 0) {
                return i;
            }
        }
        return 0;
    }

    private static String plain(List<Token> tokens, SqlSyntax syntax) {
        final StringBuilder out = new StringBuilder();
        int end = tokens.get(0).start();
        for (final Token token : tokens) {
            out.append(token.start() > end ? " " : "").append(isValue(token, syntax) ? "?" : token.text());
            end = token.end();
        }
        final String numbers = DECIMAL.matcher(out).replaceAll("?");
        return ROWS.matcher(LIST.matcher(numbers).replaceAll("?, …")).replaceAll("$1, …");
    }

    private static boolean isValue(Token token, SqlSyntax syntax) {
        return token.type() == Token.Type.LITERAL
                || syntax.has(Trait.QUOTED_STRINGS) && token.text().startsWith("\"");
    }

    private static String cut(String text) {
        if (text.length() <= LONGEST) {
            return text;
        }
        final int end = Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
        return text.substring(0, end) + "…";
    }
}
