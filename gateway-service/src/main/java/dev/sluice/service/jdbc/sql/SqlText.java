package dev.sluice.service.jdbc.sql;

import dev.sluice.service.jdbc.sql.SqlScanner.SqlSyntaxException;
import dev.sluice.service.jdbc.sql.SqlScanner.Token;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;

/** One SQL statement as the user wrote it, analysed as far as the gateway needs. Immutable. */
public final class SqlText {

    /** The effect of a statement. */
    public enum Kind {
        /** Reads: SELECT, VALUES, TABLE, WITH … SELECT. */
        QUERY,
        /** Writes and can be rolled back: INSERT, UPDATE, DELETE, MERGE, also after WITH. */
        UPDATE,
        /** Begins, ends or configures a transaction. Refused, because only the gateway controls transactions. */
        TRANSACTION,
        /** DDL, CALL, SET and all other statements: not run in a transaction that other updates share. */
        OTHER
    }

    private static final Set<String> READS = Set.of("SELECT", "VALUES", "TABLE");
    private static final Set<String> WRITES = Set.of("INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE", "UPSERT");
    private static final Set<String> TRANSACTIONS =
            Set.of("COMMIT", "ROLLBACK", "START", "SAVEPOINT", "RELEASE", "ABORT", "END");
    private static final Set<String> TRANSACTION_SETTINGS = Set.of("TRANSACTION", "AUTOCOMMIT", "CHARACTERISTICS");
    /** Words that are not function calls, even if a parenthesis follows; the last lines are types with a length. */
    private static final Set<String> NOT_CALLED = Set.of("""
            ALL AND ANY ARRAY AS BETWEEN BY CASE CAST CUBE DISTINCT ELSE EXCEPT EXISTS FETCH FILTER FROM GROUP
            GROUPING HAVING ILIKE IN INTERSECT INTERVAL INTO IS JOIN LATERAL LIKE LIMIT MATERIALIZED NOT OFFSET ON OR
            OVER RECURSIVE RETURNING ROLLUP ROW SELECT SET SETS SOME TABLE THEN UNION UNIQUE USING VALUES WHEN WHERE
            WITH
            BINARY BIT CHAR CHARACTER CLOB DEC DECFLOAT DECIMAL FLOAT NUMERIC TIME TIMESTAMP TIMESTAMPTZ VARBINARY
            VARCHAR VARYING
            """.split("\\s+"));

    private final String text;
    private final SqlSyntax syntax;
    private final List<Token> tokens;
    private final Kind kind;
    private final int parameters;
    private final boolean writes;
    private final boolean locks;
    private final Set<String> functions;
    private final List<String> words;

    private SqlText(String text, SqlSyntax syntax, List<Token> tokens) {
        this.text = text;
        this.syntax = syntax;
        this.tokens = tokens;
        this.words = tokens.stream().map(Token::word).filter(w -> !w.isEmpty()).toList();
        this.kind = kindOf(tokens, words);
        this.parameters = (int)
                tokens.stream().filter(t -> t.type() == Token.Type.PARAMETER).count();
        this.writes = kind == Kind.QUERY && (words.contains("INTO") || changesInside(tokens));
        this.locks = kind == Kind.QUERY && locksRows(words);
        this.functions = called(tokens);
    }

    /**
     * Parses a statement.
     *
     * @throws SqlSyntaxException if the text is empty, unterminated, or has more than one statement
     */
    public static SqlText parse(String sql, SqlSyntax syntax) {
        final List<Token> tokens = new ArrayList<>(SqlScanner.scan(sql, syntax));
        while (!tokens.isEmpty() && tokens.get(tokens.size() - 1).is(';')) {
            tokens.remove(tokens.size() - 1);
        }
        if (tokens.isEmpty()) {
            throw new SqlSyntaxException("There is no statement in the text");
        }
        refuseSeveral(tokens);
        // removes a comment after the last token, too, because it could hide the parenthesis that a chunked form adds
        final int end = tokens.get(tokens.size() - 1).end();
        return new SqlText(sql.substring(0, end), syntax, List.copyOf(tokens));
    }

    /**
     * Returns the statements of a script, without the {@code ;} after each. A {@code ;} inside a string, a comment, a quoted name
     * or parentheses does not end a statement.
     *
     * @throws SqlSyntaxException if a string, comment or parenthesis has no end
     */
    public static List<String> split(String script, SqlSyntax syntax) {
        final List<String> statements = new ArrayList<>();
        int from = -1;
        int end = 0;
        for (final Token token : SqlScanner.scan(script + "\n;", syntax)) {
            if (!token.is(';') || token.depth() > 0) {
                from = from < 0 ? token.start() : from;
                end = token.end();
            } else if (from >= 0) {
                statements.add(script.substring(from, end));
                from = -1;
            }
        }
        return List.copyOf(statements);
    }

    /** Refuses several statements. Only the body of a routine may contain semicolons. */
    private static void refuseSeveral(List<Token> tokens) {
        final boolean body =
                Set.of("CREATE", "ALTER", "BEGIN").contains(tokens.get(0).word())
                        && tokens.stream().anyMatch(t -> t.word().equals("ATOMIC"));
        for (int i = 0; i < tokens.size() && !body; i++) {
            if (tokens.get(i).is(';')) {
                throw new SqlSyntaxException(
                        "There are several statements in the text, but a request has only one; the first ends",
                        tokens.get(i).start());
            }
        }
    }

    public Kind kind() {
        return kind;
    }

    /** Returns the syntax by which the text was parsed. */
    SqlSyntax syntax() {
        return syntax;
    }

    /** Returns the number of parameters. */
    public int parameters() {
        return parameters;
    }

    /** Returns the statement without a final {@code ;}, with its parameters as {@code ?}. */
    public String sql() {
        return text;
    }

    /** Returns the statement with each parameter, numbered from 0, replaced. */
    public String sql(IntFunction<String> parameter) {
        if (parameters == 0) {
            return text;
        }
        final StringBuilder out = new StringBuilder(text.length() + 24 * parameters);
        write(out, parameter, 0, text.length());
        return out.toString();
    }

    /**
     * Adds the text between two offsets of {@link #sql()}, with its parameters replaced. The numbers of parameters count from the
     * start of the text.
     */
    public void write(StringBuilder out, IntFunction<String> parameter, int from, int to) {
        int written = from;
        int number = 0;
        for (final Token token : tokens) {
            if (token.type() == Token.Type.PARAMETER) {
                if (token.start() >= from && token.end() <= to) {
                    out.append(text, written, token.start()).append(parameter.apply(number));
                    written = token.end();
                }
                number++;
            }
        }
        out.append(text, written, to);
    }

    public List<Token> tokens() {
        return tokens;
    }

    /** Returns the first keyword in capitals; empty if the statement has none. */
    public String firstKeyword() {
        return words.isEmpty() ? "" : words.get(0);
    }

    /** Whether a query changes data, by a data-modifying WITH or by SELECT … INTO. */
    public boolean writes() {
        return writes;
    }

    /** Whether a query locks the rows that it reads, by FOR UPDATE, FOR SHARE and the like. */
    public boolean locks() {
        return locks;
    }

    /** Returns the names of the functions that the statement calls, as written, with schemas and quotes. */
    public Set<String> functions() {
        return functions;
    }

    /** Returns the keywords and unquoted names of the statement in capitals, in order. */
    public List<String> words() {
        return words;
    }

    private static Kind kindOf(List<Token> tokens, List<String> words) {
        final String first = words.isEmpty() ? "" : words.get(0);
        if (READS.contains(first)) {
            return Kind.QUERY;
        }
        if (WRITES.contains(first)) {
            return Kind.UPDATE;
        }
        if (first.equals("WITH")) {
            return behindWith(tokens, 0);
        }
        final String second = words.size() > 1 ? words.get(1) : "";
        final boolean transaction = TRANSACTIONS.contains(first)
                || first.equals("BEGIN") && !second.equals("ATOMIC")
                || first.equals("PREPARE") && second.equals("TRANSACTION")
                || first.equals("SET") && words.stream().limit(4).anyMatch(TRANSACTION_SETTINGS::contains);
        return transaction ? Kind.TRANSACTION : Kind.OTHER;
    }

    /** Returns the kind of a statement with WITH. Its named queries are in parentheses; the first verb outside them decides. */
    private static Kind behindWith(List<Token> tokens, int with) {
        final int depth = tokens.get(with).depth();
        for (int i = with; i < tokens.size() && tokens.get(i).depth() >= depth; i++) {
            final Token token = tokens.get(i);
            if (token.depth() == depth && WRITES.contains(token.word())) {
                return Kind.UPDATE;
            }
            if (token.depth() == depth && READS.contains(token.word())) {
                return Kind.QUERY;
            }
        }
        return Kind.QUERY;
    }

    private static boolean changesInside(List<Token> tokens) {
        for (int i = 1; i + 1 < tokens.size(); i++) {
            if (tokens.get(i - 1).is('(') && !tokens.get(i + 1).is('(')) {
                final String begins = tokens.get(i).word();
                if (WRITES.contains(begins) || begins.equals("WITH") && behindWith(tokens, i) == Kind.UPDATE) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean locksRows(List<String> words) {
        for (int i = 0; i + 1 < words.size(); i++) {
            if (words.get(i).equals("FOR")
                    && Set.of("UPDATE", "SHARE", "NO", "KEY").contains(words.get(i + 1))) {
                return true;
            }
        }
        return false;
    }

    private static Set<String> called(List<Token> tokens) {
        final Set<String> called = new LinkedHashSet<>();
        for (int i = 0; i + 1 < tokens.size(); i++) {
            final Token last = tokens.get(i);
            if (!last.named() || !tokens.get(i + 1).is('(') || NOT_CALLED.contains(last.word())) {
                continue;
            }
            int first = i;
            while (first >= 2
                    && tokens.get(first - 1).is('.')
                    && tokens.get(first - 2).named()) {
                first -= 2;
            }
            // WITH x(a) and AS x(a) name columns and call nothing
            final String before = first == 0 ? "" : tokens.get(first - 1).word();
            if (!Set.of("AS", "WITH", "RECURSIVE").contains(before)) {
                final StringBuilder name = new StringBuilder();
                tokens.subList(first, i + 1).forEach(part -> name.append(part.text()));
                called.add(name.toString());
            }
        }
        return called;
    }
}
