package dev.sluice.service.jdbc.update;

import dev.sluice.api.ValueType;
import dev.sluice.service.jdbc.dialect.Query;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.sql.SqlScanner.Token;
import dev.sluice.service.jdbc.sql.SqlScanner.Token.Type;
import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

    /** Functions whose value depends on their arguments, or on the transaction, alone. */
    private static final Set<String> CALLS = Set.of("COALESCE", "GREATEST", "LEAST", "NULLIF", "NOW");

    private static final Set<String> VALUES =
            Set.of("NULL", "TRUE", "FALSE", "CURRENT_DATE", "CURRENT_TIMESTAMP", "LOCALTIMESTAMP");

    private static final String OPERATORS = "+-*/|%(),";

    /** Reads a statement; empty if it is of any other form. */
    static Optional<RowUpdate> of(SqlText text) {
        return new Reading(text.tokens()).read();
    }

    /**
     * Returns the numbers of the parameters that together say which row it is, if updates of other rows make no difference
     * to what this one does. Empty if that is not certain.
     */
    Optional<List<Integer>> keys(Table updated, Signature signature) {
        final boolean plain =
                Stream.of(conditions.keySet(), set, read).flatMap(Set::stream).allMatch(updated::plain);
        if (!plain || updated.constraints.stream().anyMatch(one -> updated.changes(one, set))) {
            return Optional.empty();
        }
        return updated.constraints.stream()
                .filter(Table.Constraint::unique)
                .map(Table.Constraint::columns)
                .filter(key ->
                        key.stream().allMatch(column -> identifies(column, updated.columns.get(column), signature)))
                .findFirst()
                .map(key -> key.stream().map(conditions::get).toList());
    }

    private boolean identifies(String name, Table.Column column, Signature signature) {
        final Integer parameter = conditions.get(name);
        if (parameter == null || column == null || !column.notNull()) {
            return false;
        }
        final ValueType type = signature.parameters().get(parameter).value();
        return Table.KEYS.getOrDefault(type, Set.of()).contains(column.type());
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

    /**
     * A table of which updates change one row at a time, in PostgreSQL's catalog, as far as it matters when they become one
     * statement.
     */
    static final class Table {

        /** Equal values of these are equal arguments, and the other way round. */
        private static final Map<ValueType, Set<String>> KEYS = Map.of(
                ValueType.LONG, Set.of("int2", "int4", "int8", "numeric"),
                ValueType.TEXT, Set.of("text", "varchar"),
                ValueType.UUID, Set.of("uuid"),
                ValueType.DATE, Set.of("date"));

        /** None of a table with triggers, rules, row security, partitions or heirs: these see statements, or other rows. */
        private static final String COLUMNS = """
                SELECT a.attname, a.attnotnull,
                  CASE WHEN t.typnamespace = 'pg_catalog'::pg_catalog.regnamespace AND t.typtype = 'b'
                    AND COALESCE(l.collisdeterministic, true) THEN t.typname ELSE '' END,
                  a.attgenerated <> ''
                FROM pg_catalog.pg_class c
                  JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
                  JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
                  LEFT JOIN pg_catalog.pg_collation l ON l.oid = a.attcollation
                WHERE c.oid = pg_catalog.to_regclass(?)
                  AND c.relkind = 'r' AND NOT c.relispartition AND NOT c.relrowsecurity AND NOT c.relhasrules
                  AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_trigger g WHERE g.tgrelid = c.oid AND NOT g.tgisinternal)
                  AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_inherits h WHERE c.oid IN (h.inhrelid, h.inhparent))""";

        /** The columns of unique and exclusion constraints; a null where one holds an expression, or not for all rows at once. */
        private static final String CONSTRAINTS = """
                SELECT pg_catalog.array_agg(
                    CASE WHEN i.indimmediate AND i.indpred IS NULL AND i.indexprs IS NULL THEN a.attname::pg_catalog.text END),
                  i.indisunique AND i.indisvalid
                FROM pg_catalog.pg_index i
                  CROSS JOIN LATERAL pg_catalog.unnest(i.indkey) WITH ORDINALITY AS k(attnum, n)
                  LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
                WHERE i.indrelid = pg_catalog.to_regclass(?) AND k.n <= i.indnkeyatts
                  AND (i.indisunique OR i.indisexclusion)
                GROUP BY i.indexrelid, i.indisunique, i.indisvalid""";

        private record Column(String name, boolean notNull, String type, boolean generated) {}

        private record Constraint(List<String> columns, boolean unique) {}

        private final Map<String, Column> columns;
        private final List<Constraint> constraints;

        private Table(List<Column> columns, List<Constraint> constraints) {
            this.columns = columns.stream().collect(Collectors.toMap(Column::name, Function.identity()));
            this.constraints = constraints;
        }

        /** Asks the catalog: two round trips. Empty if its rows are not all that an update touches. */
        static Optional<Table> of(Connection connection, String table) throws SQLException {
            final List<Column> columns = Query.rows(
                    connection,
                    row -> new Column(row.getString(1), row.getBoolean(2), row.getString(3), row.getBoolean(4)),
                    COLUMNS,
                    table);
            final List<Constraint> constraints = Query.rows(
                    connection,
                    row -> new Constraint(
                            Arrays.asList((String[]) row.getArray(1).getArray()), row.getBoolean(2)),
                    CONSTRAINTS,
                    table);
            return columns.isEmpty()
                            || constraints.stream()
                                    .anyMatch(one -> one.columns().contains(null))
                    ? Optional.empty()
                    : Optional.of(new Table(columns, constraints));
        }

        /** Whether an update of these columns may change a column of a constraint: a generated one changes with any other. */
        private boolean changes(Constraint constraint, Set<String> set) {
            return constraint.columns().stream()
                    .anyMatch(column -> set.contains(column)
                            || columns.containsKey(column)
                                    && columns.get(column).generated());
        }

        private boolean plain(String column) {
            return columns.containsKey(column) && !columns.get(column).type().isEmpty();
        }
    }
}
