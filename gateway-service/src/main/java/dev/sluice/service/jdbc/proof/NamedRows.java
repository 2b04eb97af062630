package dev.sluice.service.jdbc.proof;

import dev.sluice.service.core.footprint.TableName;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.proof.Footprint.Rows;
import dev.sluice.service.jdbc.proof.Relations.Fact;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds which rows a PostgreSQL statement touches in the tables that its own text names.
 *
 * @param query the statement as the server parsed it
 * @param tables the tables and views that the statement reaches, by their numbers (OIDs)
 * @param facts the facts about each of these tables and views
 */
record NamedRows(Facts catalog, NodeTree query, Map<Long, Fact> tables, Map<Long, List<Fact>> facts) {

    /** Returns the touched rows of each table in the text, by the table's number; all rows if the table's name is ambiguous. */
    Map<Long, Rows> of(ParsedText text, Signature signature) throws SQLException {
        final Set<Long> own = new LinkedHashSet<>();
        query.relations((relation, use) -> own.add(relation));
        own.remove(0L);
        final List<Columns.Fact> columns = text.sources().isEmpty() ? List.of() : catalog.columns(own);
        final List<List<Column>> ofSources = new ArrayList<>();
        final Map<Long, Integer> sources = new HashMap<>();
        for (final ParsedText.Source source : text.sources()) {
            final List<Long> found = own.stream()
                    .filter(table -> name(tables.get(table)).mayBe(source.name()))
                    .toList();
            found.forEach(table -> sources.merge(table, ofSources.size(), (one, other) -> -1));
            ofSources.add(columns.stream()
                    .filter(fact -> found.equals(List.of(fact.relation())))
                    .map(Columns.Fact::column)
                    .toList());
        }
        final List<Rows> rows = new RowBounds(text, signature, ofSources).find();
        final Map<Long, Rows> named = new HashMap<>();
        for (final long table : own) {
            final int source = sources.getOrDefault(table, -1);
            final Rows which = source < 0
                    ? Rows.whole(text.whole().orElse("it is not found in the text's FROM, or twice"))
                    : rows.get(source);
            named.put(table, whole(table, text).map(Rows::whole).orElse(which));
        }
        return named;
    }

    /** Returns why a statement may touch any row of a table, whatever its conditions are; empty if the conditions decide. */
    private Optional<String> whole(long table, ParsedText text) {
        if (!text.once(name(tables.get(table)))) {
            return Optional.of("its name occurs twice");
        }
        if (callsUsers()) {
            return Optional.of("the statement calls what is not built in");
        }
        final Fact relation = tables.get(table);
        final boolean partitioned = relation.traits().startsWith("p");
        if (!partitioned && !relation.traits().startsWith("r")) {
            return Optional.of("it is no ordinary table");
        }
        return facts.get(table).stream()
                .filter(fact -> Set.of("policy", "rule").contains(fact.kind())
                        || fact.kind().equals("heir") && !partitioned)
                .findFirst()
                .map(fact -> fact.kind().equals("heir") ? "it has heirs" : fact.kind() + " " + fact.name());
    }

    private boolean callsUsers() {
        final Set<Long> called = new HashSet<>();
        query.functions(called::add);
        query.operators(called::add);
        return called.stream().anyMatch(number -> number >= Facts.FIRST_OF_USERS);
    }

    static TableName name(Fact table) {
        return TableName.of(table.name());
    }
}
