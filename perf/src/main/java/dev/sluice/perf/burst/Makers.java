package dev.sluice.perf.burst;

import dev.sluice.perf.baseline.OneAtATime;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.DelayedLink;
import dev.sluice.perf.lab.DurableDatabases;
import dev.sluice.perf.lab.HostedGateways;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Service;
import dev.sluice.perf.lab.Variant;
import dev.sluice.perf.load.Change;
import dev.sluice.perf.load.ChangeStream;
import dev.sluice.perf.load.ChangedTable;
import dev.sluice.perf.load.Changes;
import dev.sluice.perf.load.ChangesByHand;
import dev.sluice.perf.report.Measurements;
import dev.sluice.testsupport.GatewayYaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Ways to make changes, each with a database of its own, which make the same ones in turns. When they are closed every
 * table must be what the changes make of it, one after the other. One thread.
 */
final class Makers implements AutoCloseable {

    /** Before the rounds, in every way that makes several at a time: a JVM has its code compiled by then. */
    private static final int WARM_UP_CHANGES = 30_000;

    private static final int WARM_UP_BURSTS = 3;

    private final Run run;
    private final Path directory;
    private final DurableDatabases databases;
    private final Duration latency;
    private final List<Maker> all = new ArrayList<>();
    private Optional<DelayedLink> link = Optional.empty();

    /** @param latency of a network before databases with a server; zero for none */
    Makers(Run run, Path directory, DurableDatabases databases, Duration latency) {
        this.run = run;
        this.directory = directory;
        this.databases = databases;
        this.latency = latency;
    }

    /** Makes a burst of changes, until every one is durable and the job knows. */
    private interface Making {
        void make(Changes changes, Variant.Figures figures) throws Exception;
    }

    private interface Closing {
        void close() throws SQLException;
    }

    /**
     * One of the ways.
     *
     * @param count how many changes each burst has
     * @param streams the kinds of changes that it makes, each the same as those of all others
     */
    private record Maker(
            String name,
            int count,
            Database database,
            Map<Change, ChangeStream> streams,
            Making making,
            Closing closing) {

        void burst(Change kind, Variant.Figures figures) throws Exception {
            making.make(streams.get(kind).next(count), figures);
        }
    }

    /** A service that makes one at a time. */
    void oneAtATime(String name, int count, OneAtATime.Prepare prepare, Set<Change> kinds)
            throws IOException, SQLException {
        final Path home = home();
        final Database database = database(home, kinds);
        add(
                name,
                count,
                database,
                Service.start(
                        home,
                        database.password(),
                        OneAtATime.class,
                        home.resolve("queues"),
                        database.url(),
                        database.user(),
                        prepare),
                kinds);
    }

    /** A gateway that makes so many in a transaction. */
    void gateway(String name, int count, int transaction, String guarantee, Set<Change> kinds)
            throws IOException, SQLException, InterruptedException {
        final Path home = home();
        final Database database = database(home, kinds);
        final GatewayYaml yaml = configuration(database, transaction, kinds).with("databases.main.updates", guarantee);
        add(name, count, database, HostedGateways.single(home, database.password(), yaml), kinds);
    }

    /** A gateway for changes, with so many in a chunk and in a transaction. */
    static GatewayYaml configuration(Database database, int transaction, Set<Change> kinds) {
        final GatewayYaml yaml = database.declaredIn(new GatewayYaml("perf").with("chunk.limit", transaction))
                .with("databases.main.updatesPerTransaction", transaction);
        kinds.forEach(kind -> yaml.with("statements." + kind.statement() + ".sql", kind.sql())
                .with("statements." + kind.statement() + ".types", List.of("long", "long")));
        return yaml;
    }

    /** Makes a way by hand of what it needs. */
    @FunctionalInterface
    interface Hand {
        ChangesByHand open(Database database, Change kind) throws SQLException;
    }

    /** Something without queues, for each kind of changes. */
    void byHand(String name, int count, Set<Change> kinds, Hand hand) throws SQLException, IOException {
        for (final Change kind : kinds) {
            final Database database = database(home(), Set.of(kind));
            final ChangesByHand way = hand.open(database, kind);
            add(
                    name,
                    count,
                    database,
                    (changes, figures) -> {
                        final long start = System.nanoTime();
                        way.make(changes);
                        figures.add("", "us", (System.nanoTime() - start) / 1e3 / changes.count());
                    },
                    way::close,
                    Set.of(kind));
        }
    }

    private Path home() throws IOException {
        return Files.createDirectory(directory.resolve("variant_" + all.size()));
    }

    private Database database(Path home, Set<Change> kinds) throws SQLException, IOException {
        final Database near = databases.create(home.getFileName().toString());
        for (final Change kind : kinds) {
            ChangedTable.create(near, kind);
        }
        if (latency.isZero() || !near.postgresql()) {
            return near;
        }
        if (link.isEmpty()) {
            link = Optional.of(DelayedLink.open(near.localPort(), latency));
        }
        return near.through(link.get().port());
    }

    private void add(String name, int count, Database database, Service service, Set<Change> kinds) {
        add(name, count, database, new BurstByService(service)::make, service::close, kinds);
    }

    private void add(String name, int count, Database database, Making making, Closing closing, Set<Change> kinds) {
        final Map<Change, ChangeStream> streams = new EnumMap<>(Change.class);
        kinds.forEach(kind -> streams.put(kind, new ChangeStream(kind, run.seed())));
        all.add(new Maker(name, count, database, streams, making, closing));
    }

    /** Has all of them make bursts of that kind in turns: microseconds for each change, and what the queues took. */
    Measurements measure(Change kind, int warmUps) throws Exception {
        final List<Maker> making =
                all.stream().filter(one -> one.streams.containsKey(kind)).toList();
        final int most = making.stream().mapToInt(Maker::count).max().orElse(0);
        for (final Maker one : making) {
            run.progress().stage(one.name + ": start");
            for (int made = 0; one.count == most && made < Math.min(WARM_UP_CHANGES, WARM_UP_BURSTS * most); ) {
                one.burst(kind, (suffix, unit, value) -> {});
                made += most;
            }
        }
        return run.inTurns(
                "",
                warmUps,
                making.stream()
                        .map(one -> new Variant(one.name, figures -> one.burst(kind, figures)))
                        .toList());
    }

    /** Ends all of them, then compares. */
    void closeAndCheck() throws SQLException, IOException {
        close();
        for (final Maker one : all) {
            for (final ChangeStream stream : one.streams.values()) {
                ChangedTable.check(one.database, stream, one.name);
            }
        }
    }

    /** May be called again. */
    @Override
    public void close() throws SQLException, IOException {
        for (final Maker one : all) {
            one.closing.close();
        }
        if (link.isPresent()) {
            link.get().close();
        }
    }
}
