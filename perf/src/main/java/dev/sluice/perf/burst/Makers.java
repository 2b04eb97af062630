package dev.sluice.perf.burst;

import dev.sluice.perf.baseline.OneAtATime;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.DurableDatabases;
import dev.sluice.perf.lab.HostedGateways;
import dev.sluice.perf.lab.Opened;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Service;
import dev.sluice.perf.lab.Variant;
import dev.sluice.perf.load.Change;
import dev.sluice.perf.load.ChangeStream;
import dev.sluice.perf.load.ChangeStream.Changes;
import dev.sluice.perf.load.ChangedTable;
import dev.sluice.perf.load.ChangesByHand;
import dev.sluice.perf.report.Measurements;
import dev.sluice.testsupport.GatewayYaml;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The variants that make changes of one kind. Each variant has its own database, all make the same changes, and they take turns.
 * In the end every table must equal the result of making the changes one after the other. Not thread-safe.
 */
final class Makers implements AutoCloseable {

    /**
     * The number of changes that each variant with large bursts makes before the measured rounds, so that its JVM compiles the
     * code first.
     */
    private static final int WARM_UP_CHANGES = 30_000;

    private static final int WARM_UP_BURSTS = 3;
    private static final int WARM_UPS = 1;

    private final Run run;
    private final Path directory;
    private final DurableDatabases databases;
    private final Change change;
    private final List<Maker> all = new ArrayList<>();
    private final Opened opened = new Opened();

    Makers(Run run, Path directory, DurableDatabases databases, Change change) {
        this.run = run;
        this.directory = directory;
        this.databases = databases;
        this.change = change;
    }

    /** Makes a burst of changes, and returns when the job knows that all changes are durable. */
    private interface Making {
        void make(Changes changes, Variant.Figures figures) throws Exception;
    }

    /**
     * One variant.
     *
     * @param count the number of changes in each burst
     * @param stream the changes to make; all variants have equal streams
     */
    private record Maker(String name, int count, Database database, ChangeStream stream, Making making) {

        void burst(Variant.Figures figures) throws Exception {
            making.make(stream.next(count), figures);
        }
    }

    /** Opens a variant with its own directory and database. */
    private interface Opening {
        Making open(Path home, Database database) throws Exception;
    }

    /** Adds a service that makes one change at a time. */
    void oneAtATime(String name, int count) throws Exception {
        add(
                name,
                count,
                (home, database) -> byService(Service.start(
                        home, OneAtATime.class, home.resolve("queues"), database.url(), database.user())));
    }

    /** Adds a gateway with the given maximum number of changes in a transaction. */
    void gateway(String name, int count, int transaction, String guarantee) throws Exception {
        add(
                name,
                count,
                (home, database) -> byService(HostedGateways.single(
                        home, configuration(database, transaction, change).with("databases.main.updates", guarantee))));
    }

    /** Returns the configuration of a gateway, with the same maximum number of changes in a chunk and in a transaction. */
    static GatewayYaml configuration(Database database, int transaction, Change change) {
        final String statement = "statements." + change.statement();
        return database.declaredIn(new GatewayYaml("perf").with("chunk.limit", transaction))
                .with("databases.main.updatesPerTransaction", transaction)
                .with(statement + ".sql", change.sql())
                .with(statement + ".types", List.of("long", "long"));
    }

    /** Opens a hand-written variant. */
    @FunctionalInterface
    interface Hand {
        ChangesByHand open(Database database) throws SQLException;
    }

    /** Adds a hand-written variant without queues. */
    void byHand(String name, int count, Hand hand) throws Exception {
        add(name, count, (home, database) -> {
            final ChangesByHand way = opened.add(hand.open(database));
            return (changes, figures) -> {
                final long start = System.nanoTime();
                way.make(changes);
                figures.add("", "us", (System.nanoTime() - start) / 1e3 / changes.count());
            };
        });
    }

    private Making byService(Service service) {
        return new BurstByService(opened.add(service))::make;
    }

    private void add(String name, int count, Opening opening) throws Exception {
        final Path home = Files.createDirectory(directory.resolve(change.statement() + "_" + all.size()));
        final Database database = databases.create(home.getFileName().toString());
        ChangedTable.create(database, change);
        all.add(new Maker(name, count, database, new ChangeStream(change, run.seed()), opening.open(home, database)));
    }

    /** Runs bursts of all variants in turns, and measures the microseconds per change and the costs of the queues. */
    Measurements measure() throws Exception {
        final int most = all.stream().mapToInt(Maker::count).max().orElse(0);
        for (final Maker one : all) {
            run.progress().stage(one.name + ": start");
            for (int made = 0; one.count == most && made < Math.min(WARM_UP_CHANGES, WARM_UP_BURSTS * most); ) {
                one.burst((suffix, unit, value) -> {});
                made += most;
            }
        }
        return run.inTurns(
                "",
                WARM_UPS,
                all.stream().map(one -> new Variant(one.name, one::burst)).toList());
    }

    /** Closes all variants, then checks their tables. */
    void closeAndCheck() throws SQLException {
        close();
        for (final Maker one : all) {
            ChangedTable.check(one.database, one.stream, one.stream.given(), one.name);
        }
    }

    /** Closes all variants; may be called more than once. */
    @Override
    public void close() {
        opened.close();
    }
}
