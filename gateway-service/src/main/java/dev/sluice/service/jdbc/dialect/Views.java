package dev.sluice.service.jdbc.dialect;

import dev.sluice.service.core.footprint.TableName;
import dev.sluice.service.jdbc.sql.SqlScanner.Token;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds the tables that views read, also through views of views. PostgreSQL's catalog lists them. On other databases, each name
 * in a view's text that is also a table's name counts as a table that the view reads. A view may read any table if it calls a
 * function that is not known to be built in.
 */
public final class Views {

    private static final String POSTGRESQL_VIEWS = """
            SELECT n.nspname, v.relname, v.oid::text FROM pg_class v JOIN pg_namespace n ON n.oid = v.relnamespace
            WHERE v.relkind = 'v' AND n.nspname NOT IN ('pg_catalog', 'information_schema')""";

    private static final String POSTGRESQL = """
            WITH RECURSIVE seen(class, object) AS (
              SELECT 'pg_class'::regclass::oid, CAST(? AS oid)
              UNION
              SELECT d.refclassid, d.refobjid FROM seen s
                JOIN pg_class c ON s.class = 'pg_class'::regclass AND c.oid = s.object AND c.relkind = 'v'
                JOIN pg_rewrite w ON w.ev_class = s.object
                JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid
              WHERE d.refclassid IN ('pg_class'::regclass, 'pg_proc'::regclass) AND d.refobjid <> s.object)
            SELECT tn.nspname, t.relname, t.relkind = 'v'
            FROM seen s LEFT JOIN pg_class t ON s.class = 'pg_class'::regclass AND t.oid = s.object
              LEFT JOIN pg_namespace tn ON tn.oid = t.relnamespace""";

    private static final String STANDARD =
            "SELECT VIEW_DEFINITION FROM INFORMATION_SCHEMA.VIEWS WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?";

    private static final Map<String, String> DEFINITIONS = Map.of(
            "HSQL Database Engine", STANDARD,
            "H2", STANDARD,
            "MariaDB", STANDARD,
            "MySQL", STANDARD);

    /**
     * A table, view or synonym.
     *
     * @param place the schema, or the catalog if the product has no schemas
     * @param written the name as the database writes it
     */
    private record Relation(TableName name, String place, String written, boolean table) {

        static Relation of(String place, String name, boolean table) {
            final String schema = place == null ? "" : "\"" + place + "\".";
            return new Relation(TableName.of(schema + "\"" + name + "\""), place, name, table);
        }
    }

    private final Connection connection;
    private final String product;
    private final SqlSyntax syntax;
    private final List<Relation> everything = new ArrayList<>();

    private Views(Connection connection, SqlSyntax syntax) throws SQLException {
        this.connection = connection;
        this.product = connection.getMetaData().getDatabaseProductName();
        this.syntax = syntax;
    }

    /**
     * Returns the tables behind each name that is a view or synonym. The map's value is empty for a view that may read any table,
     * for example because the database refuses to show the view's text.
     *
     * @param names the declared names
     * @throws SQLException if the database does not report which names are views
     */
    public static Map<TableName, Optional<Set<TableName>>> among(
            Connection connection, SqlSyntax syntax, Set<TableName> names) throws SQLException {
        if (names.isEmpty()) {
            return Map.of();
        }
        final Views views = new Views(connection, syntax);
        return views.product.equals("PostgreSQL") ? views.ofPostgreSql(names) : views.byTexts(names);
    }

    private Map<TableName, Optional<Set<TableName>>> ofPostgreSql(Set<TableName> names) throws SQLException {
        final Map<String, TableName> views = new LinkedHashMap<>();
        Query.rows(
                connection,
                row -> views.put(
                        row.getString(3),
                        Relation.of(row.getString(1), row.getString(2), false).name()),
                POSTGRESQL_VIEWS);
        views.values().removeIf(view -> names.stream().noneMatch(view::mayBe));
        final Map<TableName, Optional<Set<TableName>>> behind = new HashMap<>();
        for (final Map.Entry<String, TableName> view : views.entrySet()) {
            final Optional<Set<TableName>> read =
                    Query.unlessRefused(connection, () -> readOnPostgreSql(view.getKey()));
            names.stream().filter(view.getValue()::mayBe).forEach(name -> behind.merge(name, read, Views::both));
        }
        return behind;
    }

    private Optional<Set<TableName>> readOnPostgreSql(String view) throws SQLException {
        return Query.rows(
                        connection,
                        row -> {
                            if (row.getString(2) == null) {
                                return Optional.<Set<TableName>>empty(); // a function
                            }
                            final Relation found = Relation.of(row.getString(1), row.getString(2), !row.getBoolean(3));
                            return Optional.of(found.table() ? Set.of(found.name()) : Set.<TableName>of());
                        },
                        POSTGRESQL,
                        view)
                .stream()
                .reduce(Optional.of(Set.of()), Views::both);
    }

    private static Optional<Set<TableName>> both(Optional<Set<TableName>> some, Optional<Set<TableName>> others) {
        return some.flatMap(tables -> others.map(more -> {
            final Set<TableName> all = new LinkedHashSet<>(tables);
            all.addAll(more);
            return all;
        }));
    }

    private Map<TableName, Optional<Set<TableName>>> byTexts(Set<TableName> names) throws SQLException {
        final Map<TableName, Optional<Set<TableName>>> behind = new HashMap<>();
        for (final TableName name : names) {
            final Deque<Relation> views = new ArrayDeque<>(views(name));
            if (!views.isEmpty()) {
                behind.put(name, Query.unlessRefused(connection, () -> read(views)));
            }
        }
        return behind;
    }

    /** Returns the views with a name. Tries the name's usual spellings first, because listing a large catalog takes minutes. */
    private List<Relation> views(TableName name) throws SQLException {
        final String lower = name.table();
        final Set<Relation> found = new LinkedHashSet<>(relations(lower));
        found.addAll(relations(lower.toUpperCase(Locale.ROOT)));
        if (found.stream().noneMatch(relation -> relation.name().mayBe(name))) {
            found.addAll(everything());
        }
        return found.stream()
                .filter(relation -> !relation.table() && relation.name().mayBe(name))
                .toList();
    }

    private List<Relation> relations(String pattern) throws SQLException {
        final List<Relation> all = new ArrayList<>();
        try (ResultSet found = connection.getMetaData().getTables(null, null, pattern, null)) {
            while (found.next()) {
                final String schema = found.getString("TABLE_SCHEM");
                final String type = Objects.requireNonNullElse(found.getString("TABLE_TYPE"), "");
                all.add(Relation.of(
                        schema == null ? found.getString("TABLE_CAT") : schema,
                        found.getString("TABLE_NAME"),
                        !type.equals("VIEW") && !type.contains("SYNONYM") && !type.contains("ALIAS")));
            }
        }
        return all;
    }

    private Optional<Set<TableName>> read(Deque<Relation> open) throws SQLException {
        final Set<TableName> tables = new LinkedHashSet<>();
        final Set<Relation> seen = new HashSet<>(open);
        while (!open.isEmpty()) {
            final Optional<SqlText> text = definition(open.pop());
            if (text.isEmpty() || !StableFunctions.known(text.get())) {
                return Optional.empty();
            }
            final Set<String> named = text.get().tokens().stream()
                    .filter(Token::named)
                    .map(token -> TableName.of(token.text()).table())
                    .collect(Collectors.toSet());
            for (final Relation relation : everything()) {
                if (named.contains(relation.name().table()) && seen.add(relation)) {
                    if (relation.table()) {
                        tables.add(relation.name());
                    } else {
                        open.push(relation);
                    }
                }
            }
        }
        return Optional.of(tables);
    }

    private List<Relation> everything() throws SQLException {
        if (everything.isEmpty()) {
            everything.addAll(relations("%"));
        }
        return everything;
    }

    /** Returns the query of a view; empty if it is unknown, hidden from the user, or cannot be parsed. */
    private Optional<SqlText> definition(Relation view) throws SQLException {
        final String question = DEFINITIONS.get(product);
        if (question == null) {
            return Optional.empty();
        }
        final List<String> found =
                Query.rows(connection, row -> row.getString(1), question, view.place(), view.written());
        try {
            return found.stream()
                    .filter(text -> text != null && !text.isBlank())
                    .findFirst()
                    .map(text -> SqlText.parse(text, syntax));
        } catch (final IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
