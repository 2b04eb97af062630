package dev.sluice.service.jdbc.update;

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
 * An {@code UPDATE table SET column = expression, … WHERE column = ? AND …}, read as far as the text alone goes. Names of
 * columns are as PostgreSQL's catalog has them.
 *
 * @param table as written
 * @param set the columns that it sets
 * @param read the columns that its expressions read
 * @param conditions the columns that it compares, each with the number of its parameter, from 0
 * @param where the offset of its WHERE
 */
record RowUpdate(String table, Set<String> set, Set<String> read, Map<String, Integer> conditions, int where) {

    /** Their value depends on their arguments, or on the transaction, alone. */
    private static final Set<String> CALLS = Set.of("COALESCE", "GREATEST", "LEAST", "NULLIF", "NOW");

    private static final Set<String> VALUES =
            Set.of("NULL", "TRUE", "FALSE", "CURRENT_DATE", "CURRENT_TIMESTAMP", "LOCALTIMESTAMP");

    private static final String OPERATORS = "+-*/|%(),";

    /** Reads a statement; empty if it is of any other form. */
    static Optional<RowUpdate> of(SqlText text) {
        return new Reading(text.tokens()).read();
    }

    /** One pass over the tokens. */
    private static final class Reading {

        private final List<Token> tokens;
        private final Set<String> set = new LinkedHashSet<>();
        private final Set<String> read = new LinkedHashSet<>();
        private final Map<String, Integer> conditions = new LinkedHashMap<>();
        private String qualifier = "";
        private int at;
        private int parameters;

        Reading(List<Token> tokens) {
            this.tokens = tokens;
        }

        Optional<RowUpdate> read() {
            if (!word("UPDATE")) {
                return Optional.empty();
            }
            final Optional<String> table = table();
            if (table.isEmpty() || !alias() || !word("SET") || !assignments()) {
                return Optional.empty();
            }
            final int where = tokens.get(at - 1).start();
            return conditions()
                    ? Optional.of(new RowUpdate(table.get(), set, read, conditions, where))
                    : Optional.empty();
        }

        private Optional<String> table() {
            final StringBuilder name = new StringBuilder();
            do {
                if (!named() || tokens.get(at).word().equals("ONLY")) {
                    return Optional.empty();
                }
                name.append(name.isEmpty() ? "" : ".").append(tokens.get(at).text());
                qualifier = folded(tokens.get(at++));
            } while (symbol('.'));
            return Optional.of(name.toString());
        }

        /** Where there is none, the table's own name qualifies its columns. */
        private boolean alias() {
            final boolean said = word("AS");
            if (said && !named()) {
                return false;
            }
            if (named() && !tokens.get(at).word().equals("SET")) {
                qualifier = folded(tokens.get(at++));
            }
            return true;
        }

        /** Up to the WHERE and past it. */
        private boolean assignments() {
            do {
                if (!named() || !set.add(folded(tokens.get(at++))) || !symbol('=') || !expression()) {
                    return false;
                }
            } while (symbol(','));
            return word("WHERE");
        }

        private boolean expression() {
            final int from = at;
            while (at < tokens.size() && !ends(tokens.get(at))) {
                if (!operand()) {
                    return false;
                }
            }
            return at > from;
        }

        private static boolean ends(Token token) {
            return token.depth() == 0 && (token.is(',') || token.word().equals("WHERE"));
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
                    ? name.text().substring(1, name.text().length() - 1).replace("\"\"", "\"")
                    : name.text().toLowerCase(Locale.ROOT);
        }
    }
}
