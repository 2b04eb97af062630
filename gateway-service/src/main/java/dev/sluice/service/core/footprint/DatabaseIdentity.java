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
 * Which database a configured one is: two URLs may lead to one. The database says so itself when the first connection
 * to it is made; until then, and if it cannot say, it may be any other, and order is kept as if it were. So what is
 * learned never reorders anything. With it the database says which of the declared names are views: such a name counts as
 * the tables that the view reads. Any thread.
 */
public final class DatabaseIdentity {

    private final String name;
    private final boolean asked;
    private final CountDownLatch learned = new CountDownLatch(1);
    private volatile Self self;
    private volatile Map<TableName, Optional<Set<TableName>>> views = Map.of();

    /**
     * A database's answer to the question which one it is.
     *
     * @param product of different products no two are one
     * @param id the same for every connection to it, and no other's; empty if it cannot say
     * @param schemas where a table is looked for that is named without one; empty if that is not known
     */
    public record Self(String product, Optional<String> id, Optional<Set<String>> schemas) {

        public Self {
            schemas = schemas.map(names -> names.stream()
                    .map(name -> name.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT))
                    .collect(Collectors.toUnmodifiableSet()));
        }

        /** Whether this may be the other. */
        public boolean mayBe(Self other) {
            return product.equals(other.product) && (id.isEmpty() || other.id.isEmpty() || id.equals(other.id));
        }
    }

    private DatabaseIdentity(String name, boolean asked) {
        this.name = name;
        this.asked = asked;
    }

    /** Something that is told apart by its name: a service. */
    public static DatabaseIdentity named(String name) {
        return new DatabaseIdentity(name, false);
    }

    /**
     * A database that will be asked.
     *
     * @param name of the first that is configured so
     */
    public static DatabaseIdentity toBeAsked(String name) {
        return new DatabaseIdentity(name, true);
    }

    /** Whether it has not been asked yet. */
    public boolean unknown() {
        return asked && self == null;
    }

    /**
     * It has been asked.
     *
     * @param views the tables of those declared names that are views; empty for one that may read any table
     */
    public void learn(Self said, Map<TableName, Optional<Set<TableName>>> views) {
        this.views = Map.copyOf(views);
        self = Objects.requireNonNull(said);
        learned.countDown();
    }

    /** Waits until it has been asked, for no longer than that. */
    public void await(long nanos) {
        try {
            learned.await(nanos, TimeUnit.NANOSECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt(); // the service goes on, and ends
        }
    }

    /** Whether the two are one for certain, whoever was asked. */
    public boolean is(DatabaseIdentity other) {
        return this == other || !asked && !other.asked && name.equals(other.name);
    }

    /** Whether the two may be one. */
    public boolean mayBe(DatabaseIdentity other) {
        if (is(other)) {
            return true;
        }
        final Self mine = self;
        final Self its = other.self;
        return asked && other.asked && (mine == null || its == null || mine.mayBe(its));
    }

    /** Whether a table of this may be one of the other; the two may be one database. */
    public boolean mayShare(TableName mine, DatabaseIdentity other, TableName its) {
        if (this == other && unknown()) {
            return true; // each name may be that of a view, which reads the other's table
        }
        final Optional<Set<TableName>> here = tables(mine);
        final Optional<Set<TableName>> there = other.tables(its);
        return here.isEmpty()
                || there.isEmpty()
                || here.get().stream().anyMatch(one -> there.get().stream().anyMatch(table -> same(one, other, table)));
    }

    /** A name with the tables behind it; empty if these may be any. */
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

    /** Whether both may be in one schema. */
    private boolean mayMeet(TableName mine, DatabaseIdentity other, TableName its) {
        final Optional<Set<String>> here = schemas(mine);
        final Optional<Set<String>> there = other.schemas(its);
        return here.isEmpty() || there.isEmpty() || here.get().stream().anyMatch(there.get()::contains);
    }

    /** Where a table may be; empty if that is not known. */
    private Optional<Set<String>> schemas(TableName table) {
        final Self known = self;
        return table.schema().map(Set::of).or(() -> known == null ? Optional.empty() : known.schemas());
    }

    @Override
    public String toString() {
        return name;
    }
}
