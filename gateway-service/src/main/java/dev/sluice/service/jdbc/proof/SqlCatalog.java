package dev.sluice.service.jdbc.proof;

import dev.sluice.service.core.TableName;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.Query;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.dialect.StableFunctions;
import dev.sluice.service.jdbc.proof.Footprint.Tables;
import dev.sluice.service.jdbc.sql.SqlScanner.Token;
import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A catalog that is asked by queries. The text shows which table a statement writes; what else it reaches is followed through
 * views and the actions of foreign keys. Each name in a view's text that is some table's counts as a table of the view. An
 * answer is kept for a second, so that statements whose texts differ in their values only cost no questions of their own.
 */
final class SqlCatalog implements Catalog {

    private static final long KEPT_NANOS = 1_000_000_000L;
    /** Kinds of tables that answer alike when they are asked again. */
    private static final Pattern LOCAL = Pattern.compile(
            "(?i)|.*\\b(?:temporary|system)\\b.*|a table of the engine (?:MyISAM|Aria|MEMORY|ARCHIVE|CSV|ROCKSDB)");

    private static final String NO_SET = "updates become sets on PostgreSQL only";

    /**
     * A table, view or synonym.
     *
     * @param kind nothing for an ordinary table; {@link CatalogQueries#VIEW}; or words for any other
     * @param current whether it is where names without a schema are looked for
     */
    private record Relation(String schema, String name, String kind, boolean current) {

        TableName tableName() {
            return TableName.of("\"" + schema + "\".\"" + name + "\"");
        }
    }

    private final Session session;
    private final CatalogQueries queries;
    private final LongSupplier nanoClock;
    private final Map<List<String>, List<String>> texts = new HashMap<>();
    private final Map<List<String>, List<Relation>> relations = new HashMap<>();
    private long keptSinceNanos;

    SqlCatalog(Session session, CatalogQueries queries, LongSupplier nanoClock) {
        this.session = session;
        this.queries = queries;
        this.nanoClock = nanoClock;
        this.keptSinceNanos = nanoClock.getAsLong();
    }

    @Override
    public void forget() {
        texts.clear();
        relations.clear();
    }

    @Override
    public Footprint footprint(SqlText text, Signature signature) throws SQLException {
        final boolean reads = text.kind() == SqlText.Kind.QUERY && !text.writes();
        final Optional<TableName> written = WrittenTable.of(text);
        if (!reads && written.isEmpty()) {
            return Footprint.unproved("its text does not show which one table it writes");
        }
        if (WrittenTable.hides(text)) {
            return Footprint.unproved("its text has a comment that is run");
        }
        if (nanoClock.getAsLong() - keptSinceNanos >= KEPT_NANOS) {
            forget();
            keptSinceNanos = nanoClock.getAsLong();
        }
        final List<String> unseen = texts(queries.unseen());
        if (!unseen.isEmpty()) {
            return Footprint.unproved(unseen.get(0));
        }
        return reads ? new Walk().ofQuery(text) : new Walk().footprint(text, written.get());
    }

    private List<String> texts(String query, String... arguments) throws SQLException {
        return rows(row -> row.getString(1), texts, query, arguments).stream()
                .filter(Objects::nonNull)
                .map(String::strip)
                .toList();
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
    private List<Relation> anywhere(TableName name) throws SQLException {
        return relations(queries.relations(), name.table()).stream()
                .filter(found -> found.tableName().mayBe(name))
                .toList();
    }

    /** The tables of a name: those in the current schema where it names none, or all if there are none. */
    private List<Relation> named(TableName name) throws SQLException {
        final List<Relation> all = anywhere(name);
        final List<Relation> current = all.stream().filter(Relation::current).toList();
        return name.schema().isPresent() || current.isEmpty() ? all : current;
    }

    private List<Relation> relations(String query, String... arguments) throws SQLException {
        return rows(
                row -> new Relation(
                        row.getString(1), row.getString(2), row.getString(3).strip(), row.getInt(4) == 1),
                relations,
                query,
                arguments);
    }

    /** The way from one statement to all that it reaches. */
    private final class Walk {

        private final Set<Relation> reached = new LinkedHashSet<>();
        private final Deque<Relation> open = new ArrayDeque<>();
        private final List<String> expressions = new ArrayList<>();
        private Optional<String> own = Optional.empty();
        private Optional<String> state = Optional.empty();

        Footprint footprint(SqlText text, TableName written) throws SQLException {
            reach(named(written));
            if (reached.isEmpty()) {
                return Footprint.unproved(written + " is no table of the catalog");
            }
            while (!open.isEmpty()) {
                look(open.pop());
            }
            call(text);
            return footprint(reached.stream().map(Relation::tableName).collect(Collectors.toUnmodifiableSet()));
        }

        private Footprint footprint(Set<TableName> written) {
            return new Footprint(
                    Tables.any("what it reads is not derived on this database"),
                    new Tables(written, Optional.empty()),
                    own,
                    Optional.of(NO_SET),
                    own,
                    state);
        }

        /** Of a statement that reads, what is in the way of a transaction is in the way of a call. */
        Footprint ofQuery(SqlText text) throws SQLException {
            for (final TableName name : ReadTables.of(text)) {
                reach(named(name));
            }
            while (!open.isEmpty()) {
                final Relation relation = open.pop();
                if (relation.kind().equals(CatalogQueries.VIEW)) {
                    behind(relation);
                } else if (!LOCAL.matcher(relation.kind()).matches()) {
                    because(relation.name() + " is " + relation.kind());
                }
                expressions.addAll(texts(queries.computed(), relation.schema(), relation.name()));
            }
            for (final SqlText called : call(text)) {
                StableFunctions.changing(called)
                        .ifPresent(what -> because("it uses " + what + ", which is not known to be stable"));
            }
            return footprint(Set.of());
        }

        private void reach(List<Relation> found) {
            found.stream().filter(reached::add).forEach(open::push);
        }

        private void because(String reason) {
            own = own.isPresent() ? own : Optional.of(reason);
        }

        private void look(Relation relation) throws SQLException {
            texts(queries.effects(), relation.schema(), relation.name()).forEach(this::because);
            if (relation.kind().equals(CatalogQueries.VIEW)) {
                behind(relation);
            } else if (!relation.kind().isEmpty()) {
                because(relation.name() + " is " + relation.kind());
            }
            reach(relations(queries.children(), relation.schema(), relation.name()));
            expressions.addAll(texts(queries.expressions(), relation.schema(), relation.name()));
        }

        private void behind(Relation view) throws SQLException {
            final List<String> definition = texts(queries.definition(), view.schema(), view.name());
            if (definition.stream().allMatch(String::isEmpty)) {
                because("the definition of " + view.name() + " cannot be seen");
            }
            definition.stream().map(Walk::query).forEach(expressions::add);
            boolean found = false;
            for (final String text : definition) {
                for (final TableName name : names(text)) {
                    // its schema may have been another when the view was made
                    final List<Relation> tables = anywhere(name);
                    reach(tables);
                    found |= tables.stream().anyMatch(table -> !table.equals(view));
                }
            }
            if (!found) {
                because("no table of " + view.name() + " is found");
            }
        }

        /** Some databases keep the whole CREATE VIEW, in which the view's name is before its columns. */
        private static String query(String definition) {
            return definition.replaceFirst("(?is)^CREATE\\b.*?\\bAS\\b", "");
        }

        /** The names in a view's text, each with the one before its dot as its schema. */
        private Set<TableName> names(String definition) {
            final Set<TableName> names = new LinkedHashSet<>();
            try {
                final List<Token> tokens =
                        SqlText.parse(definition, session.dialect().syntax()).tokens();
                for (int i = 0; i < tokens.size(); i++) {
                    final String schema = i > 1 && tokens.get(i - 1).is('.')
                            ? tokens.get(i - 2).text() + "."
                            : "";
                    if (tokens.get(i).named()) {
                        names.add(TableName.of(schema + tokens.get(i).text()));
                    }
                }
            } catch (final IllegalArgumentException e) {
                because("the definition of a view cannot be read: " + e.getMessage());
            }
            return names;
        }

        /** Looks at what the statement and the expressions of its tables call; returns all of these. */
        private List<SqlText> call(SqlText text) throws SQLException {
            final List<SqlText> callers = new ArrayList<>(List.of(text));
            for (final String expression : expressions) {
                try {
                    final SqlText read =
                            SqlText.parse(expression, session.dialect().syntax());
                    callers.add(read);
                    state = state.isPresent() ? state : queries.state().read(read);
                } catch (final IllegalArgumentException e) {
                    because("an expression of its tables cannot be read: " + e.getMessage());
                }
            }
            final Set<String> called = callers.stream()
                    .flatMap(caller -> caller.functions().stream())
                    .collect(Collectors.toCollection(LinkedHashSet::new));
            if (!called.isEmpty()) {
                final List<String> opaque = texts(queries.routines());
                called.stream()
                        .filter(name -> opaque.contains(last(name)))
                        .forEach(name -> because("function " + name + " is opaque"));
            }
            return callers;
        }

        private static String last(String function) {
            final String[] parts = function.split("\\.(?=(?:[^\"`]*[\"`][^\"`]*[\"`])*[^\"`]*$)");
            return parts[parts.length - 1].replaceAll("[\"`]", "").toLowerCase(Locale.ROOT);
        }
    }
}
