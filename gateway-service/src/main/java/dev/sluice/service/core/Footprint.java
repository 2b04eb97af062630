package dev.sluice.service.core;

import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The tables of a database that an operation reads and writes. Undeclared means every table there.
 * Two requests conflict, and may not be reordered, if one writes what the other reads or writes. Immutable.
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

    /** Returns the footprint of all of these together; they must be of one database. */
    static Footprint union(Collection<Footprint> footprints) {
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

    /** Whether it is known for good which footprints this conflicts with. */
    public boolean settled() {
        return !database.unknown();
    }

    /** Whether the two may not be reordered. */
    public boolean conflictsWith(Footprint other) {
        return database.mayBe(other.database)
                && (overlap(writes, other, other.reads)
                        || overlap(writes, other, other.writes)
                        || overlap(reads, other, other.writes));
    }

    private boolean overlap(Tables mine, Footprint other, Tables its) {
        if (mine.all || its.all) {
            return !mine.isEmpty() && !its.isEmpty();
        }
        for (final TableName name : mine.names) {
            for (final TableName another : its.names) {
                if (database.mayShare(name, other.database, another)) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return database + " reads " + reads + " writes " + writes;
    }

    /** A set of tables, or all there are. */
    private record Tables(boolean all, Set<TableName> names) {

        static final Tables NONE = new Tables(false, Set.of());
        static final Tables ALL = new Tables(true, Set.of());

        static Tables of(Optional<Set<String>> declared) {
            return declared.map(names -> new Tables(
                            false, names.stream().map(TableName::of).collect(Collectors.toUnmodifiableSet())))
                    .orElse(ALL);
        }

        boolean isEmpty() {
            return !all && names.isEmpty();
        }

        Tables union(Tables other) {
            if (all || other.all) {
                return ALL;
            }
            final Set<TableName> both = new HashSet<>(names);
            both.addAll(other.names);
            return new Tables(false, Set.copyOf(both));
        }

        @Override
        public String toString() {
            return all
                    ? "everything"
                    : names.stream().map(TableName::toString).sorted().toList().toString();
        }
    }
}
