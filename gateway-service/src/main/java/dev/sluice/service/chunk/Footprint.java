package dev.sluice.service.chunk;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What an operation touches: which tables of which database it reads and writes. Undeclared means every table there.
 * Two requests conflict, and may not be reordered, if one writes what the other reads or writes. Immutable.
 */
public final class Footprint {

    private final String database;
    private final Tables reads;
    private final Tables writes;

    private Footprint(String database, Tables reads, Tables writes) {
        this.database = database;
        this.reads = reads;
        this.writes = writes;
    }

    /**
     * A read.
     *
     * @param database identifies the database: two names for one database are given as one
     * @param tables what it reads; empty if not declared
     */
    public static Footprint read(String database, Optional<Set<String>> tables) {
        return new Footprint(database, Tables.of(tables), Tables.NONE);
    }

    /**
     * An update.
     *
     * @param database identifies the database: two names for one database are given as one
     * @param reads what it reads; empty if not declared
     * @param writes what it writes; empty if not declared
     */
    public static Footprint update(String database, Optional<Set<String>> reads, Optional<Set<String>> writes) {
        return new Footprint(database, Tables.of(reads), Tables.of(writes));
    }

    /** What all of these touch together; they must be of one database. */
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
    public String database() {
        return database;
    }

    /** Whether the two may not be reordered. */
    public boolean conflictsWith(Footprint other) {
        return database.equals(other.database)
                && (writes.overlaps(other.reads) || writes.overlaps(other.writes) || other.writes.overlaps(reads));
    }

    @Override
    public String toString() {
        return database + " reads " + reads + " writes " + writes;
    }

    /** A set of tables, or all there are. */
    private record Tables(boolean all, Set<String> names) {

        static final Tables NONE = new Tables(false, Set.of());
        static final Tables ALL = new Tables(true, Set.of());

        static Tables of(Optional<Set<String>> declared) {
            return declared.map(names -> names.isEmpty() ? NONE : new Tables(false, Set.copyOf(names)))
                    .orElse(ALL);
        }

        Tables union(Tables other) {
            if (all || other.all) {
                return ALL;
            }
            final Set<String> both = new TreeSet<>(names);
            both.addAll(other.names);
            return new Tables(false, Set.copyOf(both));
        }

        boolean overlaps(Tables other) {
            if (all) {
                return other.all || !other.names.isEmpty();
            }
            if (other.all) {
                return !names.isEmpty();
            }
            for (final String name : names) {
                if (other.names.contains(name)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public String toString() {
            return all ? "everything" : List.copyOf(new TreeSet<>(names)).toString();
        }
    }
}
