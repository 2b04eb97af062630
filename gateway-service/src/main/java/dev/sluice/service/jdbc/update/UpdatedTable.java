package dev.sluice.service.jdbc.update;

import dev.sluice.api.ValueType;
import dev.sluice.service.jdbc.dialect.Signature;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What PostgreSQL's catalog says of a table that updates change one row of at a time, as far as it matters when they
 * become one statement.
 */
final class UpdatedTable {

    /** Equal values of these are equal arguments, and the other way round. */
    private static final Map<ValueType, Set<String>> KEY_COLUMNS = Map.of(
            ValueType.LONG, Set.of("int2", "int4", "int8", "numeric"),
            ValueType.TEXT, Set.of("text", "varchar"),
            ValueType.UUID, Set.of("uuid"),
            ValueType.DATE, Set.of("date"));

    /** None of a table with triggers, rules, row security, partitions or heirs: these see statements, or other rows. */
    private static final String COLUMNS = """
            SELECT a.attname, a.attnotnull,
              CASE WHEN t.typnamespace = 'pg_catalog'::pg_catalog.regnamespace AND t.typtype = 'b'
                AND COALESCE(l.collisdeterministic, true) THEN t.typname ELSE '' END
            FROM pg_catalog.pg_class c
              JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
              JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
              LEFT JOIN pg_catalog.pg_collation l ON l.oid = a.attcollation
            WHERE c.oid = pg_catalog.to_regclass(?)
              AND c.relkind = 'r' AND NOT c.relispartition AND NOT c.relrowsecurity AND NOT c.relhasrules
              AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_trigger g WHERE g.tgrelid = c.oid AND NOT g.tgisinternal)
              AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_inherits h WHERE c.oid IN (h.inhrelid, h.inhparent))""";

    /** The columns of unique and exclusion constraints; a null where one holds an expression, or not for all rows at once. */
    private static final String UNIQUE = """
            SELECT i.indexrelid,
              CASE WHEN i.indimmediate AND i.indpred IS NULL AND i.indexprs IS NULL THEN a.attname END,
              i.indisunique AND i.indisvalid
            FROM pg_catalog.pg_index i
              CROSS JOIN LATERAL pg_catalog.unnest(i.indkey) WITH ORDINALITY AS k(attnum, n)
              LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
            WHERE i.indrelid = pg_catalog.to_regclass(?) AND k.n <= i.indnkeyatts
              AND (i.indisunique OR i.indisexclusion)""";

    private record Column(boolean notNull, String type) {}

    private final Map<String, Column> columns;
    private final List<Set<String>> unique;
    private final Set<String> constrained;

    private UpdatedTable(Map<String, Column> columns, List<Set<String>> unique, Set<String> constrained) {
        this.columns = columns;
        this.unique = unique;
        this.constrained = constrained;
    }

    /** Asks the catalog: two round trips. Empty if its rows are not all that an update touches. */
    static Optional<UpdatedTable> of(Connection connection, String table) throws SQLException {
        final Map<String, Column> columns = new HashMap<>();
        try (PreparedStatement ask = connection.prepareStatement(COLUMNS)) {
            ask.setString(1, table);
            try (ResultSet rows = ask.executeQuery()) {
                while (rows.next()) {
                    columns.put(rows.getString(1), new Column(rows.getBoolean(2), rows.getString(3)));
                }
            }
        }
        return columns.isEmpty() ? Optional.empty() : withKeys(connection, table, columns);
    }

    private static Optional<UpdatedTable> withKeys(Connection connection, String table, Map<String, Column> columns)
            throws SQLException {
        final Map<Long, Set<String>> keys = new LinkedHashMap<>();
        final Set<String> constrained = new HashSet<>();
        try (PreparedStatement ask = connection.prepareStatement(UNIQUE)) {
            ask.setString(1, table);
            try (ResultSet rows = ask.executeQuery()) {
                while (rows.next()) {
                    final String column = rows.getString(2);
                    if (column == null) {
                        return Optional.empty();
                    }
                    constrained.add(column);
                    if (rows.getBoolean(3)) {
                        keys.computeIfAbsent(rows.getLong(1), index -> new HashSet<>())
                                .add(column);
                    }
                }
            }
        }
        return Optional.of(new UpdatedTable(columns, new ArrayList<>(keys.values()), constrained));
    }

    /**
     * The numbers of the parameters that together say which row it is, if updates of other rows make no difference to what
     * this one does. Empty if that is not certain.
     */
    Optional<List<Integer>> keys(RowUpdate update, Signature signature) {
        final boolean plain = update.conditions().keySet().stream().allMatch(this::plain)
                && update.set().stream().allMatch(this::plain)
                && update.read().stream().allMatch(this::plain)
                && update.set().stream().noneMatch(constrained::contains);
        if (!plain) {
            return Optional.empty();
        }
        return unique.stream()
                .filter(key -> key.stream().allMatch(column -> identifies(column, update, signature)))
                .findFirst()
                .map(key -> key.stream().map(update.conditions()::get).toList());
    }

    private boolean plain(String column) {
        return columns.containsKey(column) && !columns.get(column).type().isEmpty();
    }

    private boolean identifies(String name, RowUpdate update, Signature signature) {
        final Integer parameter = update.conditions().get(name);
        final Column column = columns.get(name);
        if (parameter == null || column == null || !column.notNull()) {
            return false;
        }
        final ValueType type = signature.parameters().get(parameter).value();
        return KEY_COLUMNS.getOrDefault(type, Set.of()).contains(column.type());
    }
}
