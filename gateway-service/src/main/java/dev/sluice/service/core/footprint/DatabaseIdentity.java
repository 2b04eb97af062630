package dev.sluice.service.core.footprint;

import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The identity of a configured database, because two URLs may lead to the same database. The identity is queried on the first
 * connection. While it is unknown, any other database counts as possibly the same one, and conflicting requests to both keep
 * their order. So the query can only remove conflicts, and never add one. The same query finds out which declared names are
 * views, because the name of a view also counts as the tables that the view reads. Any thread may use it.
 */
public final class DatabaseIdentity {

    private final String name;
    private final boolean asked;
    private final CountDownLatch learned = new CountDownLatch(1);
    private volatile Self self;
    private volatile Map<TableName, Optional<Set<TableName>>> views = Map.of();

    /**
     * The identity that a database reports of itself.
     *
     * @param product the product name; databases of different products are different
     * @param id the same id for every connection to this database, and for no other database; empty if it is unknown
     * @param schemas the schemas in which a table without a schema in its name is searched; empty if they are unknown
     */
    public record Self(String product, Optional<String> id, Optional<Set<String>> schemas) {

        public Self {
            schemas = schemas.map(names -> names.stream()
                    .map(name -> name.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT))
                    .collect(Collectors.toUnmodifiableSet()));
        }

        /** Whether this may be the same database as the other one. */
        public boolean mayBe(Self other) {
            return product.equals(other.product) && (id.isEmpty() || other.id.isEmpty() || id.equals(other.id));
        }
    }

    private DatabaseIdentity(String name, boolean asked) {
        this.name = name;
        this.asked = asked;
    }

    /** Returns the identity of a backend that is identified by its name alone, such as a service. */
    public static DatabaseIdentity named(String name) {
        return new DatabaseIdentity(name, false);
    }

    /**
     * Returns the identity of a database that will report it.
     *
     * @param name the name of the first configured database with this URL
     */
    public static DatabaseIdentity toBeAsked(String name) {
        return new DatabaseIdentity(name, true);
    }

    /** Whether the database has yet to report its identity. */
    public boolean unknown() {
        return asked && self == null;
    }

    /**
     * Sets the identity that the database reported.
     *
     * @param views for each declared name that is a view, the tables that the view reads; empty if it may read any table
     */
    public void learn(Self said, Map<TableName, Optional<Set<TableName>>> views) {
        this.views = Map.copyOf(views);
        self = Objects.requireNonNull(said);
        learned.countDown();
    }

    /** Waits until the database has reported its identity, but no longer than this time. */
    public void await(long nanos) {
        try {
            learned.await(nanos, TimeUnit.NANOSECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt(); // the service thread sees the interrupt later, and ends
        }
    }

    /** Whether the two are certainly the same database, whatever they have reported so far. */
    public boolean is(DatabaseIdentity other) {
        return this == other || !asked && !other.asked && name.equals(other.name);
    }

    /** Whether the two may be the same database. */
    public boolean mayBe(DatabaseIdentity other) {
        if (is(other)) {
            return true;
        }
        final Self mine = self;
        final Self its = other.self;
        return asked && other.asked && (mine == null || its == null || mine.mayBe(its));
    }

    /**
     * Whether the two names may stand for the same table, directly or through views. Called only if the databases may be the same
     * database.
     */
    public boolean mayShare(TableName mine, DatabaseIdentity other, TableName its) {
        if (this == other && unknown()) {
            return true; // either name may be a view that reads the other table
        }
        final Optional<Set<TableName>> here = tables(mine);
        final Optional<Set<TableName>> there = other.tables(its);
        return here.isEmpty()
                || there.isEmpty()
                || here.get().stream().anyMatch(one -> there.get().stream().anyMatch(table -> same(one, other, table)));
    }

    /** Returns the name and, if the name is a view, the tables that the view reads; empty if the view may read any table. */
    private Optional<Set<TableName>> tables(TableName name) {
        final Optional<Set<TableName>> behind = views.getOrDefault(name, Optional.of(Set.of()));
        return behind.map(tables -> {
            final Set<TableName> all = new HashSet<>(tables);
            all.add(name);
            return all;
        });
    }

    private boolean same(TableName mine, DatabaseIdentity other, TableName its) {
        return mine.mayBe(its) && (this == other && mine.equals(its) || mayMeet(mine, other, its));
    }

    /** Whether both tables may be in the same schema. */
    private boolean mayMeet(TableName mine, DatabaseIdentity other, TableName its) {
        final Optional<Set<String>> here = schemas(mine);
        final Optional<Set<String>> there = other.schemas(its);
        return here.isEmpty() || there.isEmpty() || here.get().stream().anyMatch(there.get()::contains);
    }

    /** Returns the schemas that a table may be in; empty if they are not known. */
    private Optional<Set<String>> schemas(TableName table) {
        final Self known = self;
        return table.schema().map(Set::of).or(() -> known == null ? Optional.empty() : known.schemas());
    }

    @Override
    public String toString() {
        return name;
    }
}
