package dev.sluice.perf.burst;

import dev.sluice.api.Requests;
import dev.sluice.client.AllResults;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.Service;
import dev.sluice.perf.load.Asked;
import dev.sluice.perf.load.Change;
import dev.sluice.perf.load.ChangeStream;
import dev.sluice.perf.load.Changes;
import dev.sluice.perf.load.ChangesByHand;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
     * What one burst of changes took.
     *
     * @param micros for each change, from the first one asked for until the result of the last one is read
     * @param queues what the queues took, where there are some
     */
    record Burst(double micros, Optional<Queues> queues) {}

    /**
     * What the job's side of the queues took, in nanoseconds.
     *
     * @param writeMedian of the requests one by one, reading the clock included
     * @param writeP99 of the requests one by one
     * @param writeMean all of them divided by their number
     * @param read a result, all of them read in a row when they are there
     */
    record Queues(double writeMedian, double writeP99, double writeMean, double read) {}

    /** Makes changes in the way of one variant. */
    interface Maker extends AutoCloseable {

        /** Makes them, until every one is durable and the job knows. */
        Burst make(Changes changes) throws Exception;

        @Override
        void close() throws SQLException;
    }

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

    /** What the last bursts took. */
    List<Burst> last(Change kind, int repetitions) {
        final List<Burst> all = bursts.get(kind);
        return List.copyOf(all.subList(all.size() - repetitions, all.size()));
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

    /** Without queues. */
    record ByHand(ChangesByHand way) implements Maker {

        @Override
        public Burst make(Changes changes) throws Exception {
            final long start = System.nanoTime();
            way.make(changes);
            return new Burst((System.nanoTime() - start) / 1e3 / changes.count(), Optional.empty());
        }

        @Override
        public void close() throws SQLException {
            way.close();
        }
    }

    /**
     * By a service behind queues, which is taken over.
     *
     * @param again reads everything once more, when it is there
     */
    record ByService(Service service, AllResults again) implements Maker {

        private static final int READ_AT_ONCE = 1_000;

        ByService(Service service) {
            this(service, service.client().results());
        }

        @Override
        public Burst make(Changes changes) {
            final int count = changes.count();
            final long[] written = new long[count];
            final Requests requests = service.client().requests();
            final String statement = changes.kind().statement();
            final Asked asked = new Asked();
            final long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                requests.executeUpdate(statement, changes.first()[i], changes.second()[i]);
                written[i] = System.nanoTime();
            }
            service.await(asked);
            final double micros = (System.nanoTime() - start) / 1e3 / count;
            final Asked expected = new Asked();
            for (int i = 0; i < count; i++) {
                expected.value(1L); // each changes one row
                expected.answered();
            }
            asked.mustEqual(expected, "The service");
            return new Burst(micros, Optional.of(queues(start, written, asked)));
        }

        private Queues queues(long start, long[] written, Asked asked) {
            final int count = written.length;
            final long writing = written[count - 1] - start;
            for (int i = count - 1; i > 0; i--) {
                written[i] -= written[i - 1];
            }
            written[0] -= start;
            Arrays.sort(written);
            return new Queues(
                    written[count / 2], written[(int) (count * 0.99)], writing / (double) count, readAgain(asked));
        }

        private double readAgain(Asked first) {
            final Asked asked = new Asked();
            final long start = System.nanoTime();
            while (asked.answers() < first.answers()) {
                again.poll(asked, READ_AT_ONCE);
            }
            final double nanos = (System.nanoTime() - start) / (double) first.answers();
            asked.mustEqual(first, "The service");
            return nanos;
        }

        @Override
        public void close() {
            service.close();
        }
    }
}
