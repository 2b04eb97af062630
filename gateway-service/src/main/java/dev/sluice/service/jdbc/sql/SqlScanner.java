package dev.sluice.service.jdbc.sql;

import dev.sluice.service.jdbc.sql.SqlSyntax.Trait;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Splits SQL text into tokens, so that the contents of strings, comments and quoted names are not taken for SQL. */
public final class SqlScanner {

    /**
     * A piece of a statement. Comments and white space are not tokens.
     *
     * @param start the offset of its first character
     * @param end the offset after its last character
     * @param depth the number of open parentheses around it
     * @param text the text as written; for a {@link Type#WORD} see also {@link #word}
     */
    public record Token(Type type, int start, int end, int depth, String text) {

        public enum Type {
            /** A keyword or an unquoted name. */
            WORD,
            /** A quoted name. */
            NAME,
            LITERAL,
            PARAMETER,
            /** Any other character. */
            SYMBOL
        }

        /** Returns the word in capitals, or an empty string if the token is not a word. */
        public String word() {
            return type == Type.WORD ? text.toUpperCase(Locale.ROOT) : "";
        }

        /** Returns the text, without the quotes of a quoted name. */
        public String unquoted() {
            return type == Type.NAME ? text.substring(1, text.length() - 1) : text;
        }

        public boolean is(char symbol) {
            return type == Type.SYMBOL && text.charAt(0) == symbol;
        }

        public boolean named() {
            return type == Type.WORD || type == Type.NAME;
        }
    }

    private final String sql;
    private final SqlSyntax syntax;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private int depth;

    private SqlScanner(String sql, SqlSyntax syntax) {
        this.sql = sql;
        this.syntax = syntax;
    }

    /**
     * Returns the tokens of a text.
     *
     * @throws SqlSyntaxException if a string, name, comment or parenthesis has no end or no beginning
     */
    static List<Token> scan(String sql, SqlSyntax syntax) {
        final SqlScanner scanner = new SqlScanner(sql, syntax);
        while (scanner.at < sql.length()) {
            scanner.next();
        }
        if (scanner.depth > 0) {
            throw new SqlSyntaxException(scanner.depth + " parenthesis not closed", sql.length() - 1);
        }
        return scanner.tokens;
    }

    private void next() {
        final char c = sql.charAt(at);
        if (Character.isWhitespace(c)) {
            at++;
        } else if (dashes() || has(Trait.SLASH_COMMENTS) && follows("//") || has(Trait.HASH_COMMENTS) && c == '#') {
            lineComment();
        } else if (follows("/*")) {
            blockComment();
        } else if (c == '\'') {
            token(Token.Type.LITERAL, endOfQuoted(at, '\'', has(Trait.BACKSLASHES), "string"));
        } else if (c == '"' || c == '`' && has(Trait.BACKQUOTES) || c == '[' && has(Trait.BRACKETS)) {
            final boolean escapes = c == '"' && has(Trait.QUOTED_STRINGS) && has(Trait.BACKSLASHES);
            token(Token.Type.NAME, endOfQuoted(at, c == '[' ? ']' : c, escapes, "quoted name"));
        } else if (c == '?') {
            questionMark();
        } else if (c == '$' && has(Trait.DOLLAR_QUOTES)) {
            dollar();
        } else if (Character.isDigit(c)) {
            token(Token.Type.LITERAL, endOfWord(at));
        } else if (wordStart(c)) {
            word();
        } else {
            symbol(c);
        }
    }

    private void symbol(char c) {
        if (c == ')' && --depth < 0) {
            throw new SqlSyntaxException("A parenthesis is closed that was not opened", at);
        }
        token(Token.Type.SYMBOL, at + 1);
        if (c == '(') {
            depth++;
        }
    }

    private void word() {
        final int end = endOfWord(at);
        final boolean escapes = has(Trait.ESCAPE_STRINGS)
                && end == at + 1
                && (sql.charAt(at) == 'E' || sql.charAt(at) == 'e')
                && end < sql.length()
                && sql.charAt(end) == '\'';
        if (escapes) {
            token(Token.Type.LITERAL, endOfQuoted(end, '\'', true, "string"));
        } else {
            token(Token.Type.WORD, end);
        }
    }

    private void questionMark() {
        if (has(Trait.DOUBLED_QUESTION_MARK) && follows("??")) {
            token(Token.Type.SYMBOL, at + 2);
            return;
        }
        refuseNumber("?");
        token(Token.Type.PARAMETER, at + 1);
    }

    private void dollar() {
        refuseNumber("$");
        int tagEnd = at + 1;
        while (tagEnd < sql.length() && Character.isUnicodeIdentifierPart(sql.charAt(tagEnd))) {
            tagEnd++;
        }
        if (tagEnd == sql.length() || sql.charAt(tagEnd) != '$') {
            token(Token.Type.SYMBOL, at + 1);
            return;
        }
        final String tag = sql.substring(at, tagEnd + 1);
        final int close = sql.indexOf(tag, tagEnd + 1);
        if (close < 0) {
            throw new SqlSyntaxException("The string quoted by " + tag + " has no end; it begins", at);
        }
        token(Token.Type.LITERAL, close + tag.length());
    }

    /** Refuses a numbered parameter, which in a text for several items would silently refer to the wrong argument. */
    private void refuseNumber(String mark) {
        if (at + 1 < sql.length() && Character.isDigit(sql.charAt(at + 1))) {
            throw new SqlSyntaxException("Numbered parameters are not supported: use ?, not " + mark + "1", at);
        }
    }

    /** Whether two dashes begin a comment here, and are not two minus signs before a number. */
    private boolean dashes() {
        return follows("--") && (!has(Trait.HASH_COMMENTS) || at + 2 == sql.length() || sql.charAt(at + 2) <= ' ');
    }

    private void lineComment() {
        while (at < sql.length() && sql.charAt(at) != '\n' && sql.charAt(at) != '\r') {
            at++;
        }
    }

    private void blockComment() {
        final int start = at;
        int open = 1;
        at += 2;
        while (open > 0) {
            if (at >= sql.length()) {
                throw new SqlSyntaxException("The comment has no end; it begins", start);
            }
            if (follows("*/")) {
                open--;
                at += 2;
            } else if (has(Trait.NESTED_COMMENTS) && follows("/*")) {
                open++;
                at += 2;
            } else {
                at++;
            }
        }
    }

    private int endOfQuoted(int start, char quote, boolean escapes, String what) {
        int i = start + 1;
        while (i < sql.length()) {
            final char c = sql.charAt(i);
            if (escapes && c == '\\') {
                i += 2;
            } else if (c != quote) {
                i++;
            } else if (i + 1 < sql.length() && sql.charAt(i + 1) == quote) {
                i += 2;
            } else {
                return i + 1;
            }
        }
        throw new SqlSyntaxException("The " + what + " has no end; it begins", start);
    }

    private int endOfWord(int start) {
        int end = start + 1;
        while (end < sql.length()
                && (wordStart(sql.charAt(end)) || Character.isDigit(sql.charAt(end)) || sql.charAt(end) == '$')) {
            end++;
        }
        return end;
    }

    private boolean wordStart(char c) {
        return c == '_' || Character.isLetter(c) || Character.isSurrogate(c) || c == '#' && has(Trait.HASH_NAMES);
    }

    private boolean has(Trait trait) {
        return syntax.has(trait);
    }

    private boolean follows(String expected) {
        return sql.startsWith(expected, at);
    }

    private void token(Token.Type type, int end) {
        tokens.add(new Token(type, at, end, depth, sql.substring(at, end)));
        at = end;
    }

    /** SQL text that cannot be a request's statement: empty, unterminated, or several statements. The message says where. */
    public static final class SqlSyntaxException extends IllegalArgumentException {

        private static final long serialVersionUID = 1L;

        SqlSyntaxException(String message) {
            super(message);
        }

        /** Adds the position in characters, counted from 1 as by databases. */
        SqlSyntaxException(String message, int offset) {
            super(message + " at character " + (offset + 1));
        }
    }
}
