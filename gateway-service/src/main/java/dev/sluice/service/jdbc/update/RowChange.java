package dev.sluice.service.jdbc.update;

import dev.sluice.service.jdbc.dialect.ChunkForm.Names;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.sql.SqlScanner.Token;
import dev.sluice.service.jdbc.sql.SqlScanner.Token.Type;
import dev.sluice.service.jdbc.sql.SqlText;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A statement that, judging by its text alone, changes one row: {@code INSERT INTO table (column, …) VALUES
 * (expression, …)}, {@code UPDATE table SET column = expression, … WHERE column = ? AND …}, or {@code DELETE FROM table
 * WHERE column = ? AND …}. Column names have the same case as in PostgreSQL's catalog.
 *
 * @param table the table's name as written in the statement
 * @param set the columns that the statement sets; empty for an insert without a column list
 * @param read the columns that the statement's expressions read
 * @param conditions the columns that WHERE compares, each with the number, from 0, of the parameter that the column must equal
 * @param row the offsets of VALUES and its expressions for an insert, otherwise the offsets of the WHERE
 */
record RowChange(Verb verb, String table, Set<String> set, Set<String> read, Map<String, Integer> conditions, Row row) {

    enum Verb {
        INSERT,
        UPDATE,
        DELETE
    }

    /** Offsets in the SQL text. */
    record Row(int start, int from, int to) {}

    /** Parses a statement; empty if it has none of these forms. */
    static Optional<RowChange> of(SqlText text) {
        return new Reading(text.tokens()).read();
    }

    /**
     * Returns the numbers of the parameters that together identify the row; an empty list for an insert. Returns an empty
     * {@code Optional} if changes of other rows might influence the effect of this statement.
     */
    Optional<List<Integer>> keys(RowTable table, Signature signature) {
        if (!table.plain(set) || !table.plain(read) || !table.plain(conditions.keySet())) {
            return Optional.empty();
        }
        return switch (verb) {
            case INSERT ->
                set.isEmpty() && !table.plain(table.columns().keySet()) ? Optional.empty() : Optional.of(List.of());
            case UPDATE -> table.constrains(set) ? Optional.empty() : key(table, signature);
            case DELETE -> key(table, signature);
        };
    }

    private Optional<List<Integer>> key(RowTable table, Signature signature) {
        return table.key((name, column) -> conditions.containsKey(name)
                        && column.identifiedBy(
                                signature.parameters().get(conditions.get(name)).value()))
                .map(key -> key.stream().map(conditions::get).toList());
    }

    /**
     * Returns one statement that replaces many executions of this statement. For an update or a delete, the new statement returns
     * the number of each execution that found its row.
     *
     * @param items a table expression with one row of arguments for each execution
     */
    String sql(SqlText text, Names names, CharSequence items) {
        final StringBuilder out = new StringBuilder(text.sql().length() + items.length() + 64);
        text.write(out, names::column, 0, row.start());
        if (verb == Verb.INSERT) {
            out.append("SELECT ");
            text.write(out, names::column, row.from(), row.to());
            return out.append(" FROM ").append(items).toString();
        }
        out.append(verb == Verb.UPDATE ? "FROM " : "USING ").append(items).append(' ');
        text.write(out, names::column, row.from(), row.to());
        return out.append(" RETURNING ")
                .append(names.items())
                .append('.')
                .append(names.number())
                .toString();
    }

    /** Parses the tokens in one pass. */
    private static final class Reading {

        /** Functions whose value depends only on their arguments or on the transaction. */
        private static final Set<String> CALLS = Set.of("COALESCE", "GREATEST", "LEAST", "NULLIF", "NOW");

        private static final Set<String> VALUES =
                Set.of("NULL", "TRUE", "FALSE", "CURRENT_DATE", "CURRENT_TIMESTAMP", "LOCALTIMESTAMP");

        private static final String OPERATORS = "+-*/|%(),";

        private final List<Token> tokens;
        private final Set<String> set = new LinkedHashSet<>();
        private final Set<String> read = new LinkedHashSet<>();
        private final Map<String, Integer> conditions = new LinkedHashMap<>();
        private String table = "";
        private String qualifier = "";
        private int at;
        private int parameters;

        Reading(List<Token> tokens) {
            this.tokens = tokens;
        }

        Optional<RowChange> read() {
            if (word("INSERT")) {
                return word("INTO") && table("VALUES") ? insert() : Optional.empty();
            }
            if (word("UPDATE")) {
                return table("SET") && word("SET") && assignments() ? where(Verb.UPDATE) : Optional.empty();
            }
            return word("DELETE") && word("FROM") && table("WHERE") ? where(Verb.DELETE) : Optional.empty();
        }

        private Optional<RowChange> insert() {
            if (symbol('(') && !(columns() && symbol(')')) || at == tokens.size()) {
                return Optional.empty();
            }
            final int start = tokens.get(at).start();
            if (!word("VALUES") || !symbol('(')) {
                return Optional.empty();
            }
            final int from = tokens.get(at - 1).end();
            if (!expressions() || !read.isEmpty() || at != tokens.size() - 1) {
                return Optional.empty();
            }
            return Optional.of(
                    change(Verb.INSERT, new Row(start, from, tokens.get(at).start())));
        }

        private boolean columns() {
            do {
                if (!named() || !set.add(folded(tokens.get(at++)))) {
                    return false;
                }
            } while (symbol(','));
            return true;
        }

        private boolean expressions() {
            do {
                if (!expression(1)) {
                    return false;
                }
            } while (symbol(','));
            return true;
        }

        private Optional<RowChange> where(Verb verb) {
            final int start = at < tokens.size() ? tokens.get(at).start() : 0;
            return word("WHERE") && conditions()
                    ? Optional.of(change(
                            verb, new Row(start, start, tokens.get(at - 1).end())))
                    : Optional.empty();
        }

        private RowChange change(Verb verb, Row row) {
            return new RowChange(verb, table, set, read, conditions, row);
        }

        /**
         * Reads the table's name and its alias, if there is one. The qualifier of its columns is the alias, otherwise the name.
         *
         * @param next the keyword that follows the table
         */
        private boolean table(String next) {
            do {
                if (!named() || tokens.get(at).word().equals("ONLY")) {
                    return false;
                }
                table += (table.isEmpty() ? "" : ".") + tokens.get(at).text();
                qualifier = folded(tokens.get(at++));
            } while (symbol('.'));
            final boolean said = word("AS");
            if (named() && !tokens.get(at).word().equals(next)) {
                qualifier = folded(tokens.get(at++));
                return true;
            }
            return !said;
        }

        /** Reads the assignments up to the WHERE. */
        private boolean assignments() {
            do {
                if (!named() || !set.add(folded(tokens.get(at++))) || !symbol('=') || !expression(0)) {
                    return false;
                }
            } while (symbol(','));
            return true;
        }

        /** @param depth the number of parentheses that are open around the expression */
        private boolean expression(int depth) {
            final int from = at;
            while (at < tokens.size() && !ends(tokens.get(at), depth)) {
                if (!operand()) {
                    return false;
                }
            }
            return at > from;
        }

        private static boolean ends(Token token, int depth) {
            return token.depth() < depth
                    || token.depth() == depth && (token.is(',') || token.word().equals("WHERE"));
        }

        private boolean operand() {
            final Token token = tokens.get(at);
            if (token.type() == Type.PARAMETER) {
                parameters++;
            } else if (token.type() == Type.SYMBOL) {
                if (OPERATORS.indexOf(token.text().charAt(0)) < 0) {
                    return false;
                }
            } else if (token.named()) {
                return value(token);
            }
            at++;
            return true;
        }

        private boolean value(Token token) {
            final boolean called = at + 1 < tokens.size() && tokens.get(at + 1).is('(');
            if (called || VALUES.contains(token.word())) {
                at++;
                return !called || CALLS.contains(token.word());
            }
            final Optional<String> column = column();
            column.ifPresent(read::add);
            return column.isPresent();
        }

        private boolean conditions() {
            do {
                final Optional<String> column = column();
                if (column.isEmpty() || !symbol('=') || at == tokens.size()) {
                    return false;
                }
                if (tokens.get(at++).type() != Type.PARAMETER || conditions.put(column.get(), parameters++) != null) {
                    return false;
                }
            } while (word("AND"));
            return at == tokens.size();
        }

        private Optional<String> column() {
            if (!named()) {
                return Optional.empty();
            }
            final String first = folded(tokens.get(at++));
            if (!symbol('.')) {
                return Optional.of(first);
            }
            return named() && first.equals(qualifier) ? Optional.of(folded(tokens.get(at++))) : Optional.empty();
        }

        private boolean named() {
            return at < tokens.size() && tokens.get(at).named();
        }

        private boolean word(String word) {
            if (at < tokens.size() && tokens.get(at).word().equals(word)) {
                at++;
                return true;
            }
            return false;
        }

        private boolean symbol(char symbol) {
            if (at < tokens.size() && tokens.get(at).is(symbol)) {
                at++;
                return true;
            }
            return false;
        }

        private static String folded(Token name) {
            return name.type() == Type.NAME
                    ? name.unquoted().replace("\"\"", "\"")
                    : name.text().toLowerCase(Locale.ROOT);
        }
    }
}
