package dev.sluice.service.jdbc.proof;

import static dev.sluice.service.jdbc.proof.Doubts.Against.CALL;
import static dev.sluice.service.jdbc.proof.Doubts.Against.SEQUENCES;
import static dev.sluice.service.jdbc.proof.Doubts.Against.SET;
import static dev.sluice.service.jdbc.proof.Doubts.Against.TABLES;
import static dev.sluice.service.jdbc.proof.Doubts.Against.TRANSACTION;

import dev.sluice.service.core.footprint.TableName;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.proof.Footprint.Rows;
import dev.sluice.service.jdbc.proof.Footprint.Tables;
import dev.sluice.service.jdbc.proof.Functions.Function;
import dev.sluice.service.jdbc.proof.NodeTree.Use;
import dev.sluice.service.jdbc.proof.Relations.Fact;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds all objects that one statement reaches in PostgreSQL. Starts with the statement's query tree and follows views, foreign
 * keys, heirs (tables that inherit), defaults, generated columns, checks, indexes, policies, types and functions, until nothing
 * new is found. Built-in objects are trusted. An object whose effects the catalog does not show is a reason why something is not
 * proved, see {@link Doubts}. Runs within the session's transaction, whose search path is {@code pg_catalog}.
 */
final class Reach {

    /** The word that reasons use for the statement itself. */
    private static final String STATEMENT = "it";

    private static final String PARTITIONED = "its partitioned table";

    private final Facts catalog;
    private final NodeTree query;
    private final Map<Long, String> readBy = new HashMap<>();
    private final Map<Long, String> writtenBy = new HashMap<>();
    private final Map<Long, Long> partitionedBy = new HashMap<>();
    private final Map<Long, Use> uses = new HashMap<>();
    private final Map<Long, Fact> tables = new HashMap<>();
    private final Map<Long, List<Fact>> facts = new HashMap<>();
    private final Set<Long> usedAnew = new LinkedHashSet<>();
    private final Map<Long, String> functions = new LinkedHashMap<>();
    private final Set<Long> operators = new LinkedHashSet<>();
    private final Set<Long> functionsSeen = new HashSet<>();
    private final Set<Long> types = new LinkedHashSet<>();
    private final Set<Long> typesSeen = new HashSet<>();
    private final Doubts doubts = new Doubts();

    /** @param query the statement as the server parsed it */
    Reach(Facts catalog, NodeTree query) {
        this.catalog = catalog;
        this.query = query;
    }

    /** Returns the footprint; empty if a table, a function or a type no longer exists. */
    Optional<Footprint> footprint(ParsedText text, Signature signature) throws SQLException {
        look(query, STATEMENT);
        while (!usedAnew.isEmpty() || !functions.isEmpty() || !operators.isEmpty() || !types.isEmpty()) {
            if (!findRelations() || !findFunctions() || !findTypes()) {
                return Optional.empty();
            }
        }
        final Map<Long, Rows> named = new NamedRows(catalog, query, tables, facts).of(text, signature);
        final Tables writes = new Tables(rows(named, Use::writes, writtenBy), doubts.against(TABLES));
        writes.names().stream()
                .sorted(Comparator.comparing(TableName::toString))
                .findFirst()
                .ifPresent(table -> doubts.add("it writes " + table, CALL));
        // a sequence changes although no table is written
        final Optional<String> read = doubts.against(TABLES)
                .or(() -> writes.names().isEmpty() ? doubts.against(SEQUENCES) : Optional.empty());
        return Optional.of(new Footprint(
                new Tables(rows(named, use -> true, readBy), read),
                writes,
                doubts.against(TRANSACTION),
                doubts.against(TRANSACTION).or(() -> doubts.against(SET)),
                doubts.against(CALL)));
    }

    /** @param otherwise for each table that is reached indirectly, a phrase for what reaches it */
    private Map<TableName, Rows> rows(Map<Long, Rows> named, Predicate<Use> which, Map<Long, String> otherwise) {
        final Map<TableName, Rows> rows = new HashMap<>();
        uses.forEach((relation, use) -> {
            final boolean view = tables.get(relation).traits().startsWith("v"); // the view's tables count instead
            if (which.test(use) && !view) {
                rows.merge(
                        NamedRows.name(tables.get(relation)),
                        rows(relation, named, otherwise),
                        (one, other) -> Rows.whole("another table differs in case only"));
            }
        });
        return rows;
    }

    /** Gives a partition the rows of its partitioned table, whose columns have the same names, types and collations. */
    private Rows rows(long relation, Map<Long, Rows> named, Map<Long, String> otherwise) {
        if (otherwise.containsKey(relation)) {
            return Rows.whole("it is reached by " + otherwise.get(relation));
        }
        if (!partitionedBy.containsKey(relation)) {
            return named.get(relation);
        }
        return named.containsKey(relation)
                ? Rows.whole("the text names its partitioned table, too")
                : rows(partitionedBy.get(relation), named, otherwise);
    }

    /** @param where a phrase for the object that contains this expression */
    private void look(NodeTree tree, String where) {
        tree.relations((relation, use) -> use(relation, use, where));
        tree.functions(function -> {
            if (function != 0 && functionsSeen.add(function)) {
                functions.put(function, where);
            }
        });
        tree.operators(operator -> {
            if (operator >= Facts.FIRST_OF_USERS && functionsSeen.add(operator)) {
                operators.add(operator);
            }
        });
        tree.types(this::type);
        if (tree.readsChangedBy()) {
            doubts.add(where + " reads which transaction changed a row: xmin, cmin, xmax or cmax", TRANSACTION);
        }
        if (tree.locks()) {
            doubts.add(where + " locks rows", CALL);
        }
    }

    /** @param by a phrase for the object that touches the table */
    private void use(long relation, Use use, String by) {
        if (!by.equals(STATEMENT) && !by.equals(PARTITIONED)) {
            readBy.putIfAbsent(relation, by);
            if (use.writes()) {
                writtenBy.putIfAbsent(relation, by);
            }
        }
        final Use before = uses.get(relation);
        final Use now = before == null ? use : before.and(use);
        if (relation != 0 && !now.equals(before)) {
            uses.put(relation, now);
            usedAnew.add(relation);
        }
    }

    private void type(long type) {
        if (type >= Facts.FIRST_OF_USERS && typesSeen.add(type)) {
            types.add(type);
        }
    }

    private boolean findRelations() throws SQLException {
        final List<Long> now = List.copyOf(usedAnew);
        usedAnew.clear();
        final List<Long> unknown =
                now.stream().filter(relation -> !facts.containsKey(relation)).toList();
        if (!unknown.isEmpty()) {
            for (final Fact fact : catalog.relations(unknown)) {
                facts.computeIfAbsent(fact.relation(), relation -> new ArrayList<>())
                        .add(fact);
                if (fact.kind().equals("relation")) {
                    tables.put(fact.relation(), fact);
                }
            }
        }
        for (final long relation : now) {
            if (!tables.containsKey(relation)) {
                return false;
            }
            judge(tables.get(relation), facts.get(relation), uses.get(relation));
        }
        return true;
    }

    private void judge(Fact table, List<Fact> facts, Use statement) {
        final BitSet generated = new BitSet();
        facts.stream()
                .filter(fact -> fact.kind().equals("generated column"))
                .forEach(fact -> generated.or(fact.columns()));
        final Use use = statement.update() ? statement.and(new Use(false, false, generated, false)) : statement;
        final String name = table.name().replaceFirst("^public\\.", "");
        for (final Fact fact : facts) {
            judge(fact, use, table.traits(), fact.on(name));
        }
    }

    /** @param words a phrase for the fact */
    private void judge(Fact fact, Use use, String kind, String words) {
        switch (fact.kind()) {
            case "relation" -> table(fact);
            case "heir" -> {
                if (kind.startsWith("p")) {
                    partitionedBy.put(fact.other(), fact.relation());
                    use(fact.other(), use.below(true), PARTITIONED);
                } else {
                    use(fact.other(), use.below(false), words);
                }
            }
            case "view" -> {
                if (kind.startsWith("m")) {
                    return; // a materialized view stores its rows
                }
                look(fact.tree(), words);
                fact.tree()
                        .relations((relation, its) ->
                                use(relation, relation == fact.relation() ? its : use.below(false), words));
            }
            case "rule" -> {
                if (fact.traits().equals("2") && use.update()
                        || fact.traits().equals("3") && use.insert()
                        || fact.traits().equals("4") && use.delete()) {
                    doubts.opaque(words);
                }
            }
            case "trigger" -> {
                if (fires(fact, use)) {
                    look(fact.tree(), words);
                    if (fact.other() >= Facts.FIRST_OF_USERS) {
                        doubts.opaque(words);
                    }
                }
            }
            case "deferred", "constraint" -> {
                if (use.makesRows()) {
                    look(fact.tree(), words);
                    use(fact.other(), Use.READ, words);
                }
                // an exclusion may depend on expressions and on a predicate, whose columns are not listed
                final boolean checks = use.insert()
                        || use.updates(fact.columns())
                        || fact.traits().equals("x") && use.update();
                if (fact.kind().equals("deferred") && checks) {
                    doubts.add(words, TRANSACTION);
                }
                if (fact.other() == fact.relation() && use.insert()) {
                    doubts.add(words + " refers to the table itself", SET);
                }
            }
            case "reference", "deferred reference" -> reference(fact, use, words);
            case "default" -> lookIf(use.defaults(), fact, words);
            case "identity column" -> {
                if (use.defaults()) {
                    doubts.add(words, SET);
                }
            }
            case "generated column" -> lookIf(use.makesRows() || fact.traits().equals("v"), fact, words);
            case "index", "partition key" -> lookIf(use.makesRows(), fact, words);
            case "operator class" -> doubts.opaque(words);
            case "policy" -> look(fact.tree(), words);
            case "column" -> {
                if (use.makesRows()) {
                    type(fact.other());
                }
            }
            default -> throw new IllegalStateException(fact.kind());
        }
    }

    private void table(Fact table) {
        if (table.relation() < Facts.FIRST_OF_USERS) {
            doubts.add("it reads the system's " + table.name(), TRANSACTION);
        } else if (table.traits().startsWith("f")) {
            doubts.opaque("foreign table " + table.name());
        } else if (table.traits().startsWith("S")) {
            doubts.add("it reads sequence " + table.name(), SEQUENCES);
        } else if (table.traits().endsWith("t")) {
            doubts.add("temporary table " + table.name(), TRANSACTION);
        }
    }

    private void lookIf(boolean evaluated, Fact fact, String words) {
        if (evaluated) {
            look(fact.tree(), words);
        }
    }

    /** Whether the trigger fires. The bits are those of {@code pg_trigger.h}. */
    private static boolean fires(Fact trigger, Use use) {
        final int events = Integer.parseInt(trigger.traits());
        return use.insert() && (events & 4) != 0
                || use.delete() && (events & 8) != 0
                || use.update()
                        && (events & 16) != 0
                        && (trigger.columns().isEmpty() || use.updates(trigger.columns()));
    }

    /** Judges a foreign key by which another table refers to this one. */
    private void reference(Fact fact, Use use, String words) {
        final boolean updates = use.updates(fact.columns());
        if (fact.kind().startsWith("deferred") && (use.delete() || updates)) {
            doubts.add(words, TRANSACTION);
        }
        final Use changed = new Use(false, false, fact.otherColumns(), false);
        if (updates) {
            use(fact.other(), action(fact.traits().charAt(0), changed, changed), words);
        }
        if (use.delete()) {
            if (fact.other() == fact.relation()) {
                doubts.add(words + " refers to the table itself", SET);
            } else if ("cnd".indexOf(fact.traits().charAt(1)) >= 0) {
                doubts.add(words + " changes what refers to it", SET);
            }
            final Use deleted = new Use(false, true, Use.NO_COLUMN, false);
            use(fact.other(), action(fact.traits().charAt(1), deleted, changed), words);
        }
    }

    /** @param cascade the use of the referring table if the action is CASCADE, and not SET NULL or SET DEFAULT */
    private static Use action(char action, Use cascade, Use changed) {
        return switch (action) {
            case 'c' -> cascade;
            case 'n' -> changed;
            case 'd' -> new Use(false, false, changed.updated(), true);
            default -> Use.READ;
        };
    }

    private boolean findFunctions() throws SQLException {
        if (functions.isEmpty() && operators.isEmpty()) {
            return true;
        }
        final Map<Long, String> asked = new HashMap<>(functions);
        final Set<Long> missing = new HashSet<>(functions.keySet());
        final List<Function> found = catalog.functions(asked.keySet(), operators);
        functions.clear();
        operators.clear();
        for (final Function function : found) {
            missing.remove(function.oid());
            final String call = asked.getOrDefault(function.oid(), "an operator") + " calls " + function.name() + "()";
            function.noCall().ifPresent(why -> doubts.add(call + ", and " + why, CALL));
            function.doubt().ifPresent(why -> doubts.opaque(call + ", and " + why));
            if (function.drawsNumber()) {
                doubts.add(call, SEQUENCES);
            }
            if (function.ofOneStatement()) {
                doubts.add(call, SET);
            }
            function.trees().forEach(tree -> look(tree, function.name() + "()"));
        }
        return missing.isEmpty();
    }

    private boolean findTypes() throws SQLException {
        if (types.isEmpty()) {
            return true;
        }
        final List<UserTypes.Fact> found = catalog.types(types);
        final Set<Long> missing = new HashSet<>(types);
        types.clear();
        for (final UserTypes.Fact fact : found) {
            missing.remove(fact.of());
            final String words = fact.kind() + " " + fact.name();
            if (fact.kind().equals("opaque")) {
                doubts.opaque("type " + fact.name());
            }
            type(fact.type());
            if (fact.function() != 0 && functionsSeen.add(fact.function())) {
                functions.put(fact.function(), words);
            }
            look(fact.tree(), words);
        }
        return missing.isEmpty();
    }
}
