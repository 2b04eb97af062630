package dev.sluice.service.core;

import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.core.footprint.Bound;
import dev.sluice.service.core.footprint.Footprint;
import dev.sluice.service.core.footprint.TableName;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** An operation of a test; what it touches is declared unless {@link #undeclared()}. */
public record TestOperation(
        String name,
        Footprint footprint,
        boolean update,
        boolean chunked,
        boolean sharesEqualKeys,
        int callLimit,
        Backend backend,
        boolean inOwnRuns)
        implements Operation {

    private static final int LIMIT = 1_000;

    /** One that shares a run of updates with others. */
    public TestOperation(
            String name,
            Footprint footprint,
            boolean update,
            boolean chunked,
            boolean sharesEqualKeys,
            int callLimit,
            Backend backend) {
        this(name, footprint, update, chunked, sharesEqualKeys, callLimit, backend, false);
    }

    /** A lookup that reads these tables. */
    public static TestOperation lookup(String name, Backend backend, String... tables) {
        final Footprint footprint = Footprint.read("db", Optional.of(Set.of(tables)));
        return new TestOperation(name, footprint, false, true, true, LIMIT, backend);
    }

    /** SQL of a job's that reads these tables. */
    public static TestOperation query(String name, Backend backend, String... tables) {
        final Footprint footprint = Footprint.read("db", Optional.of(Set.of(tables)));
        return new TestOperation(name, footprint, false, true, false, LIMIT, backend);
    }

    /** An update that writes these tables and reads nothing. */
    public static TestOperation update(String name, Backend backend, String... tables) {
        final Footprint footprint = Footprint.update("db", Optional.of(Set.of()), Optional.of(Set.of(tables)));
        return new TestOperation(name, footprint, true, true, false, LIMIT, backend);
    }

    /** The same without a declaration of what it touches. */
    public TestOperation undeclared() {
        return touching(
                update
                        ? Footprint.update(footprint.database(), Optional.empty(), Optional.empty())
                        : Footprint.read(footprint.database(), Optional.empty()));
    }

    /** The same with another footprint. */
    public TestOperation touching(Footprint other) {
        return new TestOperation(name, other, update, chunked, sharesEqualKeys, callLimit, backend, inOwnRuns);
    }

    /** The same, whose argument with that number is the key of the rows that it touches. */
    public TestOperation byRow(String table, int parameter) {
        final Optional<Map<TableName, Set<Bound>>> rows =
                Optional.of(Map.of(TableName.of(table), Set.of(new Bound("key", parameter))));
        final Optional<Map<TableName, Set<Bound>>> none = Optional.of(Map.of());
        return touching(Footprint.of(footprint.database(), update ? none : rows, update ? rows : none));
    }

    /** The same with at most so many questions in one call. */
    public TestOperation limited(int limit) {
        return new TestOperation(name, footprint, update, chunked, sharesEqualKeys, limit, backend, inOwnRuns);
    }

    /** The same, in runs of its own only. */
    public TestOperation separate() {
        return new TestOperation(name, footprint, update, chunked, sharesEqualKeys, callLimit, backend, true);
    }

    @Override
    public boolean declared() {
        return update || sharesEqualKeys;
    }

    @Override
    public Footprint footprint(Arguments arguments) {
        return footprint;
    }

    @Override
    public boolean sharesRunWith(Operation other) {
        return !inOwnRuns || equals(other);
    }

    /** The same, each request in a call of its own. */
    public TestOperation alone() {
        return new TestOperation(name, footprint, update, false, sharesEqualKeys, callLimit, backend, inOwnRuns);
    }
}
