package dev.sluice.service.jdbc.proof;

import static dev.sluice.service.jdbc.proof.Doubts.Against.CALL;
import static dev.sluice.service.jdbc.proof.Doubts.Against.TABLES;
import static dev.sluice.service.jdbc.proof.Doubts.Against.TRANSACTION;

import dev.sluice.service.core.footprint.TableName;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.dialect.StableFunctions;
import dev.sluice.service.jdbc.proof.Footprint.Rows;
import dev.sluice.service.jdbc.proof.Footprint.Tables;
import dev.sluice.service.jdbc.proof.SqlFacts.Child;
import dev.sluice.service.jdbc.proof.SqlFacts.Relation;
import dev.sluice.service.jdbc.sql.SqlScanner.Token;
import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds all objects that one statement reaches, by queries of the catalog. The text shows which table the statement writes and
 * which tables it reads. From these tables on, views and the actions of foreign keys are followed. Each name in a view's text
 * that is also a table's name counts as a table of the view.
 */
final class SqlReach {

    /** The kinds of tables that store their own rows in this database. */
    private static final Pattern LOCAL = Pattern.compile(
            "(?i)BASE TABLE|.*\\b(?:temporary|system)\\b.*|a table of the engine (?:MyISAM|Aria|MEMORY|ARCHIVE|CSV|ROCKSDB)");

    private static final String NO_SET = "several updates become one statement on PostgreSQL only";

    /** The words with which an INSERT or UPDATE may change other rows, too. */
    private static final Set<String> REPLACING = Set.of("CONFLICT", "DUPLICATE", "MERGE", "OR", "REPLACE");

    /** A change of existing rows. */
    private enum Change {
        UPDATE,
        DELETE
    }

    private final SqlFacts catalog;
    private final CatalogQueries queries;
    private final SqlText text;
    private final Set<Relation> written = new LinkedHashSet<>();
    private final Set<Relation> read = new LinkedHashSet<>();
    private final Map<Relation, Set<Change>> changes = new HashMap<>();
    private final Map<Relation, String> otherwise = new HashMap<>();
    private final Deque<Relation> open = new ArrayDeque<>();
    private final List<String> expressions = new ArrayList<>();
    private final Doubts doubts = new Doubts();

    SqlReach(SqlFacts catalog, SqlText text) {
        this.catalog = catalog;
        this.queries = catalog.queries();
        this.text = text;
    }

    /** @param changed the table that the statement writes; empty for a query */
    Footprint footprint(Optional<TableName> changed, Signature signature) throws SQLException {
        if (changed.isPresent()) {
            for (final Relation relation : catalog.named(changed.get())) {
                written.add(relation);
                open.push(relation);
                changes.put(relation, changes(relation));
            }
            if (written.isEmpty()) {
                return Footprint.unproved(changed.get() + " is no table of the catalog");
            }
        }
        while (!open.isEmpty()) {
            change(open.pop());
        }
        final ParsedText parsed = ParsedText.of(text, catalog.syntax());
        read(parsed);
        if (changed.isEmpty() && read.isEmpty() && text.words().contains("FROM")) {
            doubts.opaque("what it reads is no table of the catalog");
        }
        final List<SqlText> callers = call();
        if (changed.isEmpty()) {
            for (final SqlText caller : callers) {
                StableFunctions.changing(caller)
                        .ifPresent(what ->
                                doubts.add("it uses " + what + ", which is not known to be stable", TRANSACTION, CALL));
            }
        }
        final Map<Relation, Rows> rows = rows(parsed, signature);
        final Rows others = Rows.whole(parsed.whole().orElse("it is not found in the text's FROM"));
        return new Footprint(
                new Tables(rows(read, rows, others), doubts.against(TABLES)),
                new Tables(rows(written, rows, others), changed.isEmpty() ? Optional.empty() : doubts.against(TABLES)),
                doubts.against(TRANSACTION),
                Optional.of(NO_SET),
                doubts.against(CALL));
    }

    /** @param by a phrase for the object that reaches the tables; empty if the text names them */
    private void reach(Set<Relation> into, List<Relation> found, Optional<String> by) {
        for (final Relation relation : found) {
            by.ifPresent(words -> otherwise.putIfAbsent(relation, words));
            if (into == written) {
                changes.put(relation, EnumSet.allOf(Change.class));
            }
            if (into.add(relation)) {
                open.push(relation);
            }
        }
    }

    private void change(Relation relation) throws SQLException {
        catalog.texts(queries.triggers(), relation.schema(), relation.name()).forEach(doubts::opaque);
        look(relation, written);
        if (!relation.table() && !relation.view()) {
            doubts.add(relation.name() + " is " + relation.kind(), TRANSACTION, CALL);
        }
        for (final Child child : catalog.children(relation)) {
            cascade(relation, child);
        }
        expressions.addAll(catalog.texts(queries.expressions(), relation.schema(), relation.name()));
    }

    /** Returns the kinds of changes that the statement makes to existing rows. */
    private Set<Change> changes(Relation relation) {
        final boolean plain = text.words().stream().noneMatch(REPLACING::contains);
        if (!plain || !relation.table()) {
            return EnumSet.allOf(Change.class);
        }
        return switch (text.firstKeyword()) {
            case "INSERT" -> EnumSet.noneOf(Change.class);
            case "UPDATE" -> EnumSet.of(Change.UPDATE);
            case "DELETE" -> EnumSet.of(Change.DELETE);
            default -> EnumSet.allOf(Change.class);
        };
    }

    private void cascade(Relation parent, Child child) {
        final Set<Change> ofParent = changes.getOrDefault(parent, EnumSet.allOf(Change.class));
        final Set<Change> ofChild = EnumSet.noneOf(Change.class);
        if (ofParent.contains(Change.UPDATE) && child.afterUpdate()) {
            ofChild.add(Change.UPDATE);
        }
        if (ofParent.contains(Change.DELETE) && child.afterDelete()) {
            ofChild.addAll(EnumSet.allOf(Change.class)); // SET NULL is an update
        }
        if (ofChild.isEmpty()) {
            return;
        }
        otherwise.putIfAbsent(child.table(), "a foreign key to " + parent.name());
        written.add(child.table());
        if (changes.computeIfAbsent(child.table(), table -> EnumSet.noneOf(Change.class))
                .addAll(ofChild)) {
            open.push(child.table());
        }
    }

    private void read(ParsedText parsed) throws SQLException {
        for (final TableName name : ReadTables.of(text)) {
            reach(read, catalog.named(name), Optional.empty());
        }
        for (final ParsedText.Source source : parsed.sources()) {
            final List<Relation> found = catalog.named(source.name());
            reach(read, found, Optional.empty());
            if (found.isEmpty()) {
                doubts.opaque(source.name() + " is no table of the catalog");
            }
        }
        while (!open.isEmpty()) {
            final Relation relation = open.pop();
            look(relation, read);
            expressions.addAll(catalog.texts(queries.computed(), relation.schema(), relation.name()));
        }
    }

    private void look(Relation relation, Set<Relation> into) throws SQLException {
        if (relation.view()) {
            view(relation, into);
        } else if (!LOCAL.matcher(relation.kind()).matches()) {
            doubts.opaque(relation.name() + " is " + relation.kind());
        }
    }

    private void view(Relation view, Set<Relation> into) throws SQLException {
        final List<String> definition = catalog.texts(queries.definition(), view.schema(), view.name());
        if (definition.isEmpty()) {
            doubts.opaque("the definition of " + view.name() + " cannot be seen");
        }
        expressions.addAll(definition);
        boolean found = false;
        for (final String each : definition) {
            for (final TableName name : names(each)) {
                // when the view was created, another schema may have been the current one
                final List<Relation> tables = catalog.anywhere(name);
                reach(into, tables, Optional.of("view " + view.name()));
                found |= tables.stream().anyMatch(table -> !table.equals(view));
            }
        }
        if (!found) {
            doubts.opaque("no table of " + view.name() + " is found");
        }
    }

    /** Returns the names in a view's text. If a name follows a dot, the name before the dot is its schema. */
    private Set<TableName> names(String definition) {
        final Set<TableName> names = new LinkedHashSet<>();
        try {
            final List<Token> tokens = SqlText.parse(definition, queries.kept()).tokens();
            for (int i = 0; i < tokens.size(); i++) {
                final String schema =
                        i > 1 && tokens.get(i - 1).is('.') ? tokens.get(i - 2).text() + "." : "";
                if (tokens.get(i).named()) {
                    names.add(TableName.of(schema + tokens.get(i).text()));
                }
            }
        } catch (final IllegalArgumentException e) {
            doubts.opaque("the definition of a view cannot be read: " + e.getMessage());
        }
        return names;
    }

    /** Judges the calls in the statement and in the expressions of its tables; returns the statement and these expressions. */
    private List<SqlText> call() throws SQLException {
        final List<SqlText> callers = new ArrayList<>(List.of(text));
        for (final String expression : expressions) {
            try {
                final SqlText read = SqlText.parse(expression, queries.kept());
                callers.add(read);
                queries.state()
                        .read(read)
                        .ifPresent(state -> doubts.add(
                                "an expression of its tables reads " + state + ", which is state of the session",
                                TRANSACTION,
                                CALL));
            } catch (final IllegalArgumentException e) {
                doubts.opaque("an expression of its tables cannot be read: " + e.getMessage());
            }
        }
        final Set<String> called = callers.stream()
                .flatMap(caller -> caller.functions().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (!called.isEmpty()) {
            final List<String> opaque = catalog.texts(queries.routines());
            called.stream()
                    .filter(name -> routines(name).anyMatch(opaque::contains))
                    .forEach(name -> doubts.opaque("function " + name + " is opaque"));
        }
        return callers;
    }

    /** Returns all parts of a qualified name, because the catalog may list only a package and not the routines in it. */
    private static Stream<String> routines(String function) {
        return Stream.of(function.split("\\.(?=(?:[^\"`]*[\"`][^\"`]*[\"`])*[^\"`]*$)"))
                .map(part -> part.replaceAll("[\"`\\[\\]]", "").toLowerCase(Locale.ROOT));
    }

    /** Returns the touched rows of the tables that the text names. */
    private Map<Relation, Rows> rows(ParsedText parsed, Signature signature) throws SQLException {
        final List<List<Relation>> sources = new ArrayList<>();
        final List<List<Column>> columns = new ArrayList<>();
        for (final ParsedText.Source source : parsed.sources()) {
            final List<Relation> found = catalog.named(source.name());
            sources.add(found);
            columns.add(found.size() == 1 ? catalog.columns(found.get(0)) : List.of());
        }
        final List<Rows> found = new RowBounds(parsed, signature, columns).find();
        final Map<Relation, Rows> rows = new HashMap<>();
        for (int i = 0; i < sources.size(); i++) {
            for (final Relation table : sources.get(i)) {
                rows.put(table, whole(table, parsed).map(Rows::whole).orElse(found.get(i)));
            }
        }
        return rows;
    }

    private Optional<String> whole(Relation table, ParsedText parsed) {
        if (otherwise.containsKey(table)) {
            return Optional.of(reached(table));
        }
        if (!parsed.once(table.tableName())) {
            return Optional.of("its name occurs twice");
        }
        return table.table() ? Optional.empty() : Optional.of("it is no ordinary table");
    }

    private String reached(Relation table) {
        return "it is reached by " + otherwise.get(table);
    }

    /** @param others the rows of tables that are not found in the text's FROM */
    private Map<TableName, Rows> rows(Set<Relation> which, Map<Relation, Rows> found, Rows others) {
        final Map<TableName, Rows> rows = new HashMap<>();
        for (final Relation table : which) {
            if (table.view()) {
                continue; // the view's tables count instead
            }
            final Rows whole = otherwise.containsKey(table) ? Rows.whole(reached(table)) : others;
            rows.merge(
                    table.tableName(),
                    found.getOrDefault(table, whole),
                    (one, other) -> Rows.whole("another table differs in case only"));
        }
        return rows;
    }
}
