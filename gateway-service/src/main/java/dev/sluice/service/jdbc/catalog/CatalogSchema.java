package dev.sluice.service.jdbc.catalog;

import dev.sluice.api.ValueType;
import dev.sluice.service.config.yaml.Nearest;
import dev.sluice.service.jdbc.catalog.KeyedTable.Column;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.ColumnReader;
import dev.sluice.service.jdbc.sql.Statements;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** One schema of a database, as its driver lists it. Used by one thread, in a transaction of the caller's. */
final class CatalogSchema {

    private static final String[] KINDS = {"TABLE", "BASE TABLE", "PARTITIONED TABLE"};
    private static final Set<String> OURS = Set.of(Statements.CHECKPOINT, Statements.OUTCOME);

    /** PostgreSQL's types that an argument of type text is compared with. */
    private static final Set<String> POSTGRESQL_TEXTS = Set.of("text", "varchar", "bpchar", "name");

    /** A larger precision is the driver's word for no limit. */
    private static final int MOST_DECLARED = 1_000_000_000;

    private final Session session;
    private final DatabaseMetaData metadata;
    private final SqlNames names;
    /** Whether the database has catalogs in the place of schemas, as MariaDB. */
    private final boolean catalogs;

    private final String name;
    /** Whether statements need not name the schema. */
    private final boolean own;

    /**
     * @param asked the schema's name; empty for the schema of the session
     * @throws IllegalArgumentException if there is no such schema
     */
    CatalogSchema(Session session, Optional<String> asked) throws SQLException {
        this.session = session;
        metadata = session.connection().getMetaData();
        names = new SqlNames(metadata);
        catalogs = !metadata.supportsSchemasInTableDefinitions();
        final String current = catalogs
                ? session.connection().getCatalog()
                : session.connection().getSchema();
        if (current == null && asked.isEmpty()) {
            throw new IllegalArgumentException("--schema: the session is in no schema; name one");
        }
        name = asked.isEmpty() ? current : named("--schema", "schema", asked.get(), schemas());
        own = name.equals(current);
    }

    private List<String> schemas() throws SQLException {
        final List<String> schemas = new ArrayList<>();
        try (ResultSet row = catalogs ? metadata.getCatalogs() : metadata.getSchemas()) {
            while (row.next()) {
                schemas.add(row.getString(1));
            }
        }
        return schemas;
    }

    /**
     * Returns the names of the tables, in alphabetical order, or of those that are asked for.
     *
     * @throws IllegalArgumentException if there is no table of a name that is asked for
     */
    List<String> tables(List<String> asked) throws SQLException {
        final Set<String> tables = new TreeSet<>();
        try (ResultSet row = metadata.getTables(catalogs ? name : null, null, "%", KINDS)) {
            while (row.next()) {
                final String table = row.getString("TABLE_NAME");
                if (name.equals(row.getString(catalogs ? "TABLE_CAT" : "TABLE_SCHEM"))
                        && !OURS.contains(table.toLowerCase(Locale.ROOT))) {
                    tables.add(table);
                }
            }
        }
        return asked.isEmpty()
                ? List.copyOf(tables)
                : asked.stream()
                        .map(table -> named("--table", "table", table, tables))
                        .distinct()
                        .toList();
    }

    /** Returns the name that is meant: the same one, or else the only one that differs in nothing but case. */
    private static String named(String option, String kind, String asked, Collection<String> all) {
        final List<String> alike = all.contains(asked)
                ? List.of(asked)
                : all.stream().filter(asked::equalsIgnoreCase).toList();
        if (alike.size() != 1) {
            throw new IllegalArgumentException(option + ": there "
                    + (alike.isEmpty()
                            ? "is no " + kind + " '" + asked + "'" + Nearest.suggestion(asked, all)
                            : "are several: " + String.join(", ", alike)));
        }
        return alike.get(0);
    }

    /**
     * Reads a table.
     *
     * @param keyed receives the table if a lookup can ask it by its primary key
     * @return otherwise the reason why none can
     */
    Optional<String> read(String table, Consumer<KeyedTable> keyed) throws SQLException {
        final List<String> keys = keys(table);
        if (keys.isEmpty()) {
            return Optional.of("it has no primary key");
        }
        final String sql = (own ? "" : names.written(name) + ".") + names.written(table);
        final Map<String, Column> columns = columns(sql);
        if (!columns.keySet().containsAll(keys)) {
            return Optional.of("its key has an invisible column");
        }
        final List<Column> key = keys.stream().map(columns::get).toList();
        final Optional<String> reason = key.stream()
                .filter(column -> !isArgument(column))
                .findFirst()
                .map(column ->
                        "no argument has the type of its key's column " + column.name() + ", " + column.declared());
        if (reason.isEmpty()) {
            keyed.accept(new KeyedTable(table, sql, List.copyOf(columns.values()), key));
        }
        return reason;
    }

    private List<String> keys(String table) throws SQLException {
        final Map<Integer, String> keys = new TreeMap<>();
        try (ResultSet row = metadata.getPrimaryKeys(catalogs ? name : null, catalogs ? null : name, table)) {
            while (row.next()) {
                keys.put(row.getInt("KEY_SEQ"), row.getString("COLUMN_NAME"));
            }
        }
        return List.copyOf(keys.values());
    }

    /** Reads the columns from the result of a query, because the gateway reads results by the same description. */
    private Map<String, Column> columns(String table) throws SQLException {
        final Map<String, Column> columns = new LinkedHashMap<>();
        try (Statement statement = session.connection().createStatement();
                ResultSet none = statement.executeQuery("SELECT * FROM " + table + " WHERE 1 = 0")) {
            final ResultSetMetaData shape = none.getMetaData();
            for (int i = 1; i <= shape.getColumnCount(); i++) {
                final String column = shape.getColumnName(i);
                final ValueType type = ColumnReader.type(shape, i);
                columns.put(
                        column,
                        new Column(
                                column,
                                names.written(column),
                                type,
                                declared(shape, i, type),
                                shape.isNullable(i) != ResultSetMetaData.columnNoNulls));
            }
        }
        return columns;
    }

    private static String declared(ResultSetMetaData shape, int column, ValueType type) throws SQLException {
        final String its = shape.getColumnTypeName(column);
        final int precision = shape.getPrecision(column);
        if (its.contains("(") || precision <= 0 || precision >= MOST_DECLARED) {
            return its;
        }
        return switch (type) {
            case TEXT -> its.toUpperCase(Locale.ROOT).contains("CHAR") ? its + "(" + precision + ")" : its;
            case DECIMAL -> its + "(" + precision + "," + shape.getScale(column) + ")";
            default -> its;
        };
    }

    /** Whether an argument may be compared with the column. PostgreSQL compares no text with an enum, which it gives as text. */
    private boolean isArgument(Column column) {
        return switch (column.type()) {
            case NULL, OTHER, DOUBLES -> false;
            case TEXT ->
                !session.postgres()
                        || POSTGRESQL_TEXTS.contains(column.declared().replaceAll("\\(.*", ""));
            default -> true;
        };
    }
}
