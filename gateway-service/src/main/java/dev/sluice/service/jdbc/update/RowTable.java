package dev.sluice.service.jdbc.update;

import dev.sluice.api.ValueType;
import dev.sluice.service.jdbc.dialect.Query;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The properties of a table in PostgreSQL's catalog that matter when one statement replaces many. An instance exists only for a
 * table whose changes touch nothing but the table's own rows.
 *
 * @param columns the columns by their names
 * @param constraints the unique and exclusion constraints
 */
record RowTable(Map<String, Column> columns, List<Constraint> constraints) {

    /** For each argument type, the column types whose values are equal if, and only if, the arguments are equal. */
    private static final Map<ValueType, Set<String>> KEYS = Map.of(
            ValueType.LONG, Set.of("int2", "int4", "int8", "numeric"),
            ValueType.TEXT, Set.of("text", "varchar"),
            ValueType.UUID, Set.of("uuid"),
            ValueType.DATE, Set.of("date"));

    /**
     * The query returns no columns of a table with triggers, rules, row security, partitions or child tables, because with these
     * an update may depend on the whole statement or on other rows.
     */
    private static final String COLUMNS = """
            SELECT a.attname, a.attnotnull,
              CASE WHEN t.typnamespace = 'pg_catalog'::pg_catalog.regnamespace AND t.typtype = 'b'
                AND COALESCE(l.collisdeterministic, true) THEN t.typname END,
              pg_catalog.octet_length(a.attgenerated::pg_catalog.text) > 0
            FROM pg_catalog.pg_class c
              JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
              JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
              LEFT JOIN pg_catalog.pg_collation l ON l.oid = a.attcollation
            WHERE c.oid = pg_catalog.to_regclass(?)
              AND c.relkind = 'r' AND NOT c.relispartition AND NOT c.relrowsecurity AND NOT c.relhasrules
              AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_trigger g WHERE g.tgrelid = c.oid AND NOT g.tgisinternal)
              AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_inherits h WHERE c.oid IN (h.inhrelid, h.inhparent))""";

    /**
     * Queries the columns of unique and exclusion constraints; NULL if the constraint is on an expression, partial or deferrable.
     */
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

    /**
     * A column.
     *
     * @param type the name of a built-in type with plain equality; empty for any other type
     */
    record Column(String name, boolean notNull, String type, boolean generated) {

        /**
         * Whether this column is never NULL, and two of its values are equal if, and only if, the arguments of the given type are
         * equal.
         */
        boolean identifiedBy(ValueType argument) {
            return notNull && KEYS.getOrDefault(argument, Set.of()).contains(type);
        }
    }

    /**
     * A unique or exclusion constraint.
     *
     * @param columns the column names; each is null if the constraint is on an expression, is partial, or is deferrable
     */
    record Constraint(List<String> columns, boolean unique) {}

    /** Reads the catalog in two round trips. Empty if a change of the table may touch more than the table's own rows. */
    static Optional<RowTable> of(Connection connection, String table) throws SQLException {
        final List<Column> columns = Query.rows(
                connection,
                row -> new Column(row.getString(1), row.getBoolean(2), Query.text(row, 3), row.getBoolean(4)),
                COLUMNS,
                table);
        final List<Constraint> constraints = Query.rows(
                connection,
                row -> new Constraint(Arrays.asList((String[]) row.getArray(1).getArray()), row.getBoolean(2)),
                CONSTRAINTS,
                table);
        return columns.isEmpty()
                ? Optional.empty()
                : Optional.of(new RowTable(
                        columns.stream().collect(Collectors.toMap(Column::name, Function.identity())), constraints));
    }

    /** Whether all these names are columns of built-in types. */
    boolean plain(Set<String> names) {
        return names.stream()
                .allMatch(name ->
                        columns.containsKey(name) && !columns.get(name).type().isEmpty());
    }

    /**
     * Whether an update of these columns may change columns of a constraint. A generated column may change with any other
     * column.
     */
    boolean constrains(Set<String> updated) {
        return constraints.stream()
                .flatMap(constraint -> constraint.columns().stream())
                .anyMatch(column -> column == null
                        || updated.contains(column)
                        || columns.containsKey(column) && columns.get(column).generated());
    }

    /** Returns the columns of a unique constraint whose columns all satisfy the predicate. */
    Optional<List<String>> key(BiPredicate<String, Column> identified) {
        return constraints.stream()
                .filter(Constraint::unique)
                .map(Constraint::columns)
                .filter(key -> key.stream().allMatch(Objects::nonNull))
                .filter(key -> key.stream()
                        .allMatch(name -> columns.containsKey(name) && identified.test(name, columns.get(name))))
                .findFirst();
    }
}
