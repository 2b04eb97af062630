package dev.sluice.service.core.footprint;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tables of a database, or rows of them told by arguments, that requests of a statement read and write. What is
 * not known is every table there. Two requests conflict, and may not be reordered, if one writes what the other reads or
 * writes. Immutable.
 */
public final class Footprint {

    private final DatabaseIdentity database;
    private final Tables reads;
    private final Tables writes;

    private Footprint(DatabaseIdentity database, Tables reads, Tables writes) {
        this.database = database;
        this.reads = reads;
        this.writes = writes;
    }

    /**
     * A read of something that is told apart by its name.
     *
     * @param tables what it reads; empty if not declared
     */
    public static Footprint read(String name, Optional<Set<String>> tables) {
        return read(DatabaseIdentity.named(name), tables);
    }

    /**
     * A read.
     *
     * @param tables what it reads; empty if not declared
     */
    public static Footprint read(DatabaseIdentity database, Optional<Set<String>> tables) {
        return new Footprint(database, Tables.of(tables), Tables.NONE);
    }

    /**
     * An update of something that is told apart by its name.
     *
     * @param reads what it reads; empty if not declared
     * @param writes what it writes; empty if not declared
     */
    public static Footprint update(String name, Optional<Set<String>> reads, Optional<Set<String>> writes) {
        return update(DatabaseIdentity.named(name), reads, writes);
    }

    /**
     * An update.
     *
     * @param reads what it reads; empty if not declared
     * @param writes what it writes; empty if not declared
     */
    public static Footprint update(
            DatabaseIdentity database, Optional<Set<String>> reads, Optional<Set<String>> writes) {
        return new Footprint(database, Tables.of(reads), Tables.of(writes));
    }

    /**
     * The footprint by the catalog.
     *
     * @param reads the tables that it reads, each with what binds its rows, or with nothing if it may be any of them; empty
     *     if it may be any table
     * @param writes the tables that it writes, likewise
     */
    public static Footprint of(
            DatabaseIdentity database,
            Optional<Map<TableName, Set<Bound>>> reads,
            Optional<Map<TableName, Set<Bound>>> writes) {
        return new Footprint(database, Tables.bound(reads), Tables.bound(writes));
    }

    /** Returns the tables of all of these together; they must be of one database. */
    public static Footprint union(Collection<Footprint> footprints) {
        final Footprint first = footprints.iterator().next();
        Tables reads = first.reads;
        Tables writes = first.writes;
        for (final Footprint footprint : footprints) {
            if (footprint != first) {
                reads = reads.union(footprint.reads);
                writes = writes.union(footprint.writes);
            }
        }
        return new Footprint(first.database, reads, writes);
    }

    /** The database that it touches. */
    public DatabaseIdentity database() {
        return database;
    }

    /** Whether an update of each keep their order, whatever they touch: of one database, unless two are configured. */
    public boolean ordersUpdatesWith(Footprint other) {
        return database.is(other.database) || conflictsWith(other);
    }

    /** Whether the arguments of a request say which rows of some table it touches. */
    public boolean bindsRows() {
        return reads.bound || writes.bound;
    }

    /** Whether it is known for good which footprints this conflicts with. */
    public boolean settled() {
        return !database.unknown();
    }

    /** Whether some requests of the two may not be reordered. */
    public boolean conflictsWith(Footprint other) {
        return conflict(other).possible();
    }

    /** Which requests of the two may not be reordered. */
    public Conflict conflict(Footprint other) {
        final List<Conflict.Rows> rows = new ArrayList<>(2);
        if (database.mayBe(other.database)
                && (meet(writes, other, other.reads, rows)
                        || meet(writes, other, other.writes, rows)
                        || meet(reads, other, other.writes, rows))) {
            return Conflict.ALWAYS;
        }
        return new Conflict(false, List.copyOf(rows));
    }

    /**
     * Whether all requests meet in some table.
     *
     * @param rows gets the columns by which requests are told apart, for each table in which only some do
     */
    private boolean meet(Tables mine, Footprint other, Tables its, List<Conflict.Rows> rows) {
        if (mine.all || its.all) {
            return !mine.isEmpty() && !its.isEmpty();
        }
        for (final Map.Entry<TableName, Set<Bound>> here : mine.names.entrySet()) {
            for (final Map.Entry<TableName, Set<Bound>> there : its.names.entrySet()) {
                if (database.mayShare(here.getKey(), other.database, there.getKey())) {
                    final Optional<Conflict.Rows> some =
                            tellsRowsOf(other) && here.getKey().mayBe(there.getKey())
                                    ? Conflict.Rows.of(here.getValue(), there.getValue())
                                    : Optional.empty();
                    if (some.isEmpty()) {
                        return true;
                    }
                    rows.add(some.get());
                }
            }
        }
        return false;
    }

    /** Whether columns of one name are the same column. */
    private boolean tellsRowsOf(Footprint other) {
        return settled() && database.is(other.database);
    }

    @Override
    public String toString() {
        return database + " reads " + reads + " writes " + writes;
    }

    /** Tables with what binds their rows, or all there are. */
    private record Tables(boolean all, Map<TableName, Set<Bound>> names, boolean bound) {

        static final Tables NONE = new Tables(false, Map.of());
        static final Tables ALL = new Tables(true, Map.of());

        Tables(boolean all, Map<TableName, Set<Bound>> names) {
            this(all, names, names.values().stream().anyMatch(bounds -> !bounds.isEmpty()));
        }

        static Tables of(Optional<Set<String>> declared) {
            return declared.map(names -> new Tables(
                            false,
                            names.stream()
                                    .map(TableName::of)
                                    .distinct()
                                    .collect(Collectors.toUnmodifiableMap(name -> name, name -> Set.<Bound>of()))))
                    .orElse(ALL);
        }

        static Tables bound(Optional<Map<TableName, Set<Bound>>> known) {
            return known.map(names -> new Tables(false, Map.copyOf(names))).orElse(ALL);
        }

        boolean isEmpty() {
            return !all && names.isEmpty();
        }

        /** All of the tables that some rows are of. */
        Tables union(Tables other) {
            if (all || other.all) {
                return ALL;
            }
            final Map<TableName, Set<Bound>> both = new HashMap<>();
            names.keySet().forEach(name -> both.put(name, Set.of()));
            other.names.keySet().forEach(name -> both.put(name, Set.of()));
            return new Tables(false, Map.copyOf(both));
        }

        @Override
        public String toString() {
            return all
                    ? "everything"
                    : names.entrySet().stream()
                            .map(Tables::shown)
                            .sorted()
                            .toList()
                            .toString();
        }

        private static String shown(Map.Entry<TableName, Set<Bound>> table) {
            return table.getValue().isEmpty()
                    ? table.getKey().toString()
                    : table.getKey() + " by "
                            + table.getValue().stream()
                                    .map(Bound::column)
                                    .distinct()
                                    .sorted()
                                    .collect(Collectors.joining(", "));
        }
    }
}
