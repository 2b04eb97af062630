package dev.sluice.perf.burst;

import dev.sluice.perf.load.Change;
import dev.sluice.perf.load.ChangeStream;
import dev.sluice.perf.system.Database;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One way to make changes, with a database of its own, and what its bursts came to. One thread. */
final class Variant {

    private final String name;
    private final int count;
    private final Database database;
    private final Maker maker;
    private final Map<Change, ChangeStream> streams = new EnumMap<>(Change.class);
    private final Map<Change, List<Burst>> bursts = new EnumMap<>(Change.class);

    /**
     * Takes over the maker.
     *
     * @param count how many changes each burst has
     * @param kinds of changes that it is to make, each with the same ones as all other variants
     */
    Variant(String name, int count, Database database, Maker maker, Set<Change> kinds, long seed) {
        this.name = name;
        this.count = count;
        this.database = database;
        this.maker = maker;
        for (final Change kind : kinds) {
            streams.put(kind, new ChangeStream(kind, seed));
            bursts.put(kind, new ArrayList<>());
        }
    }

    String name() {
        return name;
    }

    /** How many changes each burst has. */
    int count() {
        return count;
    }

    boolean makes(Change kind) {
        return streams.containsKey(kind);
    }

    /** The next burst: microseconds for each change. */
    double burst(Change kind) throws Exception {
        final Burst burst = maker.make(streams.get(kind).next(count));
        bursts.get(kind).add(burst);
        return burst.micros();
    }

    /** Makes bursts of that kind until it has made so many changes. */
    void warmUp(Change kind, int changes) throws Exception {
        for (int made = 0; made < changes; made += count) {
            burst(kind);
        }
    }

    /** What all bursts took, those that warmed up included. */
    List<Burst> bursts(Change kind) {
        return bursts.get(kind);
    }

    void close() throws SQLException {
        maker.close();
    }

    /**
     * Called when it is closed.
     *
     * @throws IllegalStateException if its tables are not what the changes make of them
     */
    void check() throws SQLException {
        for (final ChangeStream stream : streams.values()) {
            stream.check(database, name);
        }
    }
}
