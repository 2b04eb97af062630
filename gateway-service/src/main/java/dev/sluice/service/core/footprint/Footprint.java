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
 * The tables of a database that the requests of a statement read and write. If the arguments of the requests identify rows of a
 * table, the footprint covers only these rows. If the tables are not known, the footprint covers every table of the database. Two
 * requests conflict, and must not be reordered, if one writes what the other reads or writes. Immutable.
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
     * Returns the footprint of a read. The backend is identified by its name.
     *
     * @param tables the tables that the request reads; empty if they are not declared
     */
    public static Footprint read(String name, Optional<Set<String>> tables) {
        return read(DatabaseIdentity.named(name), tables);
    }

    /**
     * Returns the footprint of a read.
     *
     * @param tables the tables that the request reads; empty if they are not declared
     */
    public static Footprint read(DatabaseIdentity database, Optional<Set<String>> tables) {
        return new Footprint(database, Tables.of(tables), Tables.NONE);
    }

    /**
     * Returns the footprint of an update. The backend is identified by its name.
     *
     * @param reads the tables that the update reads; empty if they are not declared
     * @param writes the tables that the update writes; empty if they are not declared
     */
    public static Footprint update(String name, Optional<Set<String>> reads, Optional<Set<String>> writes) {
        return update(DatabaseIdentity.named(name), reads, writes);
    }

    /**
     * Returns the footprint of an update.
     *
     * @param reads the tables that the update reads; empty if they are not declared
     * @param writes the tables that the update writes; empty if they are not declared
     */
    public static Footprint update(
            DatabaseIdentity database, Optional<Set<String>> reads, Optional<Set<String>> writes) {
        return new Footprint(database, Tables.of(reads), Tables.of(writes));
    }

    /**
     * Returns the footprint that the database's catalog shows.
     *
     * @param reads the tables that a request reads, each with the conditions that bind its rows. A table has no condition if the
     *     request may read any of its rows. Empty if the request may read any table.
     * @param writes the tables that a request writes, in the same form
     */
    public static Footprint of(
            DatabaseIdentity database,
            Optional<Map<TableName, Set<Bound>>> reads,
            Optional<Map<TableName, Set<Bound>>> writes) {
        return new Footprint(database, Tables.bound(reads), Tables.bound(writes));
    }

    /** Returns the union of footprints of the same database. */
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

    /** The database that the requests touch. */
    public DatabaseIdentity database() {
        return database;
    }

    /**
     * Whether updates of the two footprints keep their order. Updates of one configured database always do; updates of two
     * configured databases only if they conflict.
     */
    public boolean ordersUpdatesWith(Footprint other) {
        return database.is(other.database) || conflictsWith(other);
    }

    /** Whether the arguments of a request identify the rows that it touches in some table. */
    public boolean bindsRows() {
        return reads.bound || writes.bound;
    }

    /** Whether the conflicts of this footprint are final, because the identity of its database is known. */
    public boolean settled() {
        return !database.unknown();
    }

    /** Whether some requests of the two footprints conflict. */
    public boolean conflictsWith(Footprint other) {
        return conflict(other).possible();
    }

    /** Returns which requests of the two footprints conflict, and so must not be reordered. */
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
     * Whether the footprints share a table in which any two of their requests may touch the same row.
     *
     * @param rows receives the columns that identify the row, for each shared table in which requests may touch different rows
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

    /** Whether columns of the two footprints are the same column if they have the same name. */
    private boolean tellsRowsOf(Footprint other) {
        return settled() && database.is(other.database);
    }

    @Override
    public String toString() {
        return database + " reads " + reads + " writes " + writes;
    }

    /** A set of tables, each with the conditions that bind its rows; or all tables of the database. */
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

        /** Returns the tables of both sets, each with all of its rows. */
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
