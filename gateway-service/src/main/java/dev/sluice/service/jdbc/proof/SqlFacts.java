package dev.sluice.service.jdbc.proof;

import dev.sluice.service.core.footprint.TableName;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.Query;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * The facts of a catalog that the gateway reads by SQL queries. Keeps each query result for a second, so that statements whose
 * texts differ only in their values cost no further queries.
 */
final class SqlFacts {

    private static final long KEPT_NANOS = 1_000_000_000L;

    /**
     * A table, view or synonym.
     *
     * @param kind {@link CatalogQueries#TABLE}, {@link CatalogQueries#VIEW}, or a phrase for any other kind
     * @param current whether its schema is the current one, in which names without a schema are looked up
     */
    record Relation(String schema, String name, String kind, boolean current) {

        boolean table() {
            return kind.equals(CatalogQueries.TABLE);
        }

        boolean view() {
            return kind.equals(CatalogQueries.VIEW);
        }

        TableName tableName() {
            return TableName.of("\"" + schema + "\".\"" + name + "\"");
        }
    }

    /**
     * A table whose rows change together with the rows of a parent table, by the action of a foreign key.
     *
     * @param afterUpdate whether an update of the parent changes this table's rows
     * @param afterDelete whether a delete from the parent changes this table's rows
     */
    record Child(Relation table, boolean afterUpdate, boolean afterDelete) {}

    private final Session session;
    private final CatalogQueries queries;
    private final LongSupplier nanoClock;
    private final Map<List<String>, List<String>> texts = new HashMap<>();
    private final Map<List<String>, List<Relation>> relations = new HashMap<>();
    private final Map<List<String>, List<Column>> columns = new HashMap<>();
    private final Map<List<String>, List<Child>> children = new HashMap<>();
    private long keptSinceNanos;

    SqlFacts(Session session, CatalogQueries queries, LongSupplier nanoClock) {
        this.session = session;
        this.queries = queries;
        this.nanoClock = nanoClock;
        this.keptSinceNanos = nanoClock.getAsLong();
    }

    void forget() {
        texts.clear();
        relations.clear();
        columns.clear();
        children.clear();
    }

    /** Drops the cached query results if they are too old. */
    void renew() {
        if (nanoClock.getAsLong() - keptSinceNanos >= KEPT_NANOS) {
            forget();
            keptSinceNanos = nanoClock.getAsLong();
        }
    }

    /** Returns the strings that a query selects, except NULL and blank strings. */
    List<String> texts(String query, String... arguments) throws SQLException {
        return rows(row -> row.getString(1), texts, query, arguments).stream()
                .filter(Objects::nonNull)
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .toList();
    }

    /** Returns the columns of a table, in their order. */
    List<Column> columns(Relation table) throws SQLException {
        return rows(row -> Column.read(row, 1), columns, queries.columns(), table.schema(), table.name());
    }

    CatalogQueries queries() {
        return queries;
    }

    /** Returns the session's SQL syntax, in the mode of its database. */
    SqlSyntax syntax() {
        return session.dialect().syntax();
    }

    private <T> List<T> rows(
            Query.Reading<T> reading, Map<List<String>, List<T>> kept, String query, String... arguments)
            throws SQLException {
        final List<String> question = new ArrayList<>(List.of(arguments));
        question.add(query);
        final List<T> before = kept.get(question);
        if (before != null || query.isEmpty()) {
            return before == null ? List.of() : before;
        }
        session.trip();
        final List<T> answer = Query.rows(session.connection(), reading, query, (Object[]) arguments);
        kept.put(question, answer);
        return answer;
    }

    /** Returns the tables, views and synonyms that a name may refer to; a name without a schema may refer to any schema. */
    List<Relation> anywhere(TableName name) throws SQLException {
        return rows(SqlFacts::relation, relations, queries.relations(), name.table()).stream()
                .filter(found -> found.tableName().mayBe(name))
                .toList();
    }

    /**
     * Returns the tables with a name. A name without a schema means a table of the current schema, or of any schema if the
     * current one has no such table.
     */
    List<Relation> named(TableName name) throws SQLException {
        final List<Relation> all = anywhere(name);
        final List<Relation> current = all.stream().filter(Relation::current).toList();
        return name.schema().isPresent() || current.isEmpty() ? all : current;
    }

    private static Relation relation(ResultSet row) throws SQLException {
        final String kind = Objects.requireNonNullElse(row.getString(3), "of a kind that the catalog does not tell");
        return new Relation(row.getString(1), row.getString(2), kind.strip(), row.getInt(4) == 1);
    }

    /** Returns the tables that change together with a parent table, by the actions of foreign keys. */
    List<Child> children(Relation parent) throws SQLException {
        return rows(
                row -> new Child(relation(row), row.getInt(5) == 1, row.getInt(6) == 1),
                children,
                queries.children(),
                parent.schema(),
                parent.name());
    }
}
