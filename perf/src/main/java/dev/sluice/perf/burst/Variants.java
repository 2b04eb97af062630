package dev.sluice.perf.burst;

import dev.sluice.perf.baseline.BatchesByHand;
import dev.sluice.perf.baseline.CommitEach;
import dev.sluice.perf.baseline.OneAtATime;
import dev.sluice.perf.baseline.UnnestByHand;
import dev.sluice.perf.load.Change;
import dev.sluice.perf.load.ChangesByHand;
import dev.sluice.perf.run.Run;
import dev.sluice.perf.system.Database;
import dev.sluice.perf.system.DurableDatabases;
import dev.sluice.perf.system.GatewayFile;
import dev.sluice.perf.system.ServiceJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Ways to make the same changes, each with a database of its own. When they are closed every table must be what the
 * changes make of it, one after the other. One thread.
 */
final class Variants implements AutoCloseable {

    /** Before the rounds, in every way that makes several at a time: a JVM has its code compiled by then. */
    private static final int WARM_UP_CHANGES = 30_000;

    private static final int WARM_UP_BURSTS = 3;

    private final Run run;
    private final Path directory;
    private final DurableDatabases databases;
    private final List<Variant> all = new ArrayList<>();

    Variants(Run run, Path directory, DurableDatabases databases) {
        this.run = run;
        this.directory = directory;
        this.databases = databases;
    }

    /** Makes a way by hand of what it needs. */
    @FunctionalInterface
    interface Hand {
        ChangesByHand open(Database database, Change kind) throws SQLException;
    }

    /** A service that makes one at a time. */
    void oneAtATime(String name, int count, OneAtATime.Prepare prepare, Set<Change> kinds)
            throws IOException, SQLException {
        final Path home = home();
        final Database database = database(home, kinds);
        add(name, count, database, new ByService(ServiceJvm.oneAtATime(home, database, prepare)), kinds);
    }

    /** A gateway that makes so many in a transaction. */
    void gateway(String name, int count, int transaction, String guarantee, Set<Change> kinds)
            throws IOException, SQLException {
        final Path home = home();
        final Database database = database(home, kinds);
        final ServiceJvm service = ServiceJvm.gateway(
                home, database, transaction, transaction, guarantee, GatewayFile.changes(kinds.toArray(Change[]::new)));
        add(name, count, database, new ByService(service), kinds);
    }

    /** Something without queues, for each kind of changes. */
    void byHand(String name, int count, Set<Change> kinds, Hand hand) throws SQLException, IOException {
        for (final Change kind : kinds) {
            final Database database = database(home(), Set.of(kind));
            add(name, count, database, new Maker.ByHand(hand.open(database, kind)), Set.of(kind));
        }
    }

    void commitEach(String name, int count, Set<Change> kinds) throws SQLException, IOException {
        byHand(name, count, kinds, CommitEach::new);
    }

    void batches(String name, int count, int size, Set<Change> kinds) throws SQLException, IOException {
        byHand(name, count, kinds, (database, kind) -> new BatchesByHand(database, kind, size));
    }

    void arrays(String name, int count, int size, Set<Change> kinds) throws SQLException, IOException {
        byHand(name, count, kinds, (database, kind) -> new UnnestByHand(database, kind, size));
    }

    private Path home() throws IOException {
        return Files.createDirectory(directory.resolve("variant_" + all.size()));
    }

    private Database database(Path home, Set<Change> kinds) throws SQLException {
        final Database database = databases.create(home.getFileName().toString());
        for (final Change kind : kinds) {
            kind.create(database);
        }
        return database;
    }

    private void add(String name, int count, Database database, Maker maker, Set<Change> kinds) {
        all.add(new Variant(name, count, database, maker, kinds, run.seed()));
    }

    /** Has all of them make bursts of that kind in turns. */
    Measured measure(Change kind, int warmUps) throws Exception {
        final int most = all.stream().mapToInt(Variant::count).max().orElse(0);
        for (final Variant one : all) {
            if (one.makes(kind) && one.count() == most) {
                run.progress().stage(one.name() + ": start");
                one.warmUp(kind, Math.min(WARM_UP_CHANGES, WARM_UP_BURSTS * most));
            }
        }
        final Map<String, Run.Variant> turns = new LinkedHashMap<>();
        final Map<String, Variant> measured = new LinkedHashMap<>();
        for (final Variant one : all) {
            if (one.makes(kind)) {
                turns.put(one.name(), () -> one.burst(kind));
                measured.put(one.name(), one);
            }
        }
        final Map<String, List<Burst>> bursts = new LinkedHashMap<>();
        final var micros = run.inTurns("us", warmUps, turns);
        measured.forEach((name, one) -> {
            final List<Burst> ofOne = one.bursts(kind);
            bursts.put(name, List.copyOf(ofOne.subList(ofOne.size() - run.repetitions(), ofOne.size())));
        });
        return new Measured(micros, bursts);
    }

    /** Ends all of them, then compares. */
    void closeAndCheck() throws SQLException {
        close();
        for (final Variant one : all) {
            one.check();
        }
    }

    /** May be called again. */
    @Override
    public void close() throws SQLException {
        for (final Variant one : all) {
            one.close();
        }
    }
}
