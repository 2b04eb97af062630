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
 * A catalog that is asked by queries, on tables, their columns and what is called. An answer is kept for a second:
 * statements whose texts differ in their values only cost no questions of their own. Belongs to one worker.
 */
final class SqlFacts {

    private static final long KEPT_NANOS = 1_000_000_000L;

    /**
     * A table, view or synonym.
     *
     * @param kind {@link CatalogQueries#TABLE}; {@link CatalogQueries#VIEW}; or words for any other
     * @param current whether it is where names without a schema are looked for
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
     * A table whose rows are changed with those of another one.
     *
     * @param afterUpdate whether after an update of that
     * @param afterDelete whether after a delete
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

    /** Forgets what is too old. */
    void renew() {
        if (nanoClock.getAsLong() - keptSinceNanos >= KEPT_NANOS) {
            forget();
            keptSinceNanos = nanoClock.getAsLong();
        }
    }

    /** The texts that say something: none that is NULL or blank. */
    List<String> texts(String query, String... arguments) throws SQLException {
        return rows(row -> row.getString(1), texts, query, arguments).stream()
                .filter(Objects::nonNull)
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .toList();
    }

    /** The columns of a table, in their order. */
    List<Column> columns(Relation table) throws SQLException {
        return rows(row -> Column.read(row, 1), columns, queries.columns(), table.schema(), table.name());
    }

    CatalogQueries queries() {
        return queries;
    }

    /** How the session reads statements, in the mode that it is in. */
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

    /** The tables, views and synonyms that may have a name, in any schema where it names none. */
    List<Relation> anywhere(TableName name) throws SQLException {
        return rows(SqlFacts::relation, relations, queries.relations(), name.table()).stream()
                .filter(found -> found.tableName().mayBe(name))
                .toList();
    }

    /** The tables of a name: those in the current schema where it names none, or all if there are none. */
    List<Relation> named(TableName name) throws SQLException {
        final List<Relation> all = anywhere(name);
        final List<Relation> current = all.stream().filter(Relation::current).toList();
        return name.schema().isPresent() || current.isEmpty() ? all : current;
    }

    private static Relation relation(ResultSet row) throws SQLException {
        final String kind = Objects.requireNonNullElse(row.getString(3), "of a kind that the catalog does not tell");
        return new Relation(row.getString(1), row.getString(2), kind.strip(), row.getInt(4) == 1);
    }

    /** The tables that the actions of foreign keys change with a table. */
    List<Child> children(Relation parent) throws SQLException {
        return rows(
                row -> new Child(relation(row), row.getInt(5) == 1, row.getInt(6) == 1),
                children,
                queries.children(),
                parent.schema(),
                parent.name());
    }
}
