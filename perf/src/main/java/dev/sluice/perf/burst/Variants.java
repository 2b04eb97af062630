package dev.sluice.perf.burst;

import dev.sluice.perf.baseline.OneAtATime;
import dev.sluice.perf.burst.Variant.ByService;
import dev.sluice.perf.burst.Variant.Maker;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.DelayedLink;
import dev.sluice.perf.lab.DurableDatabases;
import dev.sluice.perf.lab.HostedGateways;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Service;
import dev.sluice.perf.load.Change;
import dev.sluice.perf.load.ChangesByHand;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.testsupport.GatewayYaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;

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
    private final Duration latency;
    private final List<Variant> all = new ArrayList<>();
    private Optional<DelayedLink> link = Optional.empty();

    /** @param latency of a network before databases with a server; zero for none */
    Variants(Run run, Path directory, DurableDatabases databases, Duration latency) {
        this.run = run;
        this.directory = directory;
        this.databases = databases;
        this.latency = latency;
    }

    /** A service that makes one at a time. */
    void oneAtATime(String name, int count, OneAtATime.Prepare prepare, Set<Change> kinds)
            throws IOException, SQLException {
        final Path home = home();
        final Database database = database(home, kinds);
        final Service service = Service.start(
                home,
                database.password(),
                OneAtATime.class,
                home.resolve("queues").toString(),
                database.url(),
                database.user(),
                prepare.name());
        add(name, count, database, new ByService(service), kinds);
    }

    /** A gateway that makes so many in a transaction. */
    void gateway(String name, int count, int transaction, String guarantee, Set<Change> kinds)
            throws IOException, SQLException, InterruptedException {
        final Path home = home();
        final Database database = database(home, kinds);
        final GatewayYaml yaml = configuration(home.resolve("queues"), database, transaction, kinds)
                .with("databases.main.updates", guarantee);
        add(name, count, database, new ByService(HostedGateways.single(home, database.password(), yaml)), kinds);
    }

    /** A gateway for changes, with so many in a chunk and in a transaction. */
    static GatewayYaml configuration(Path queues, Database database, int transaction, Set<Change> kinds) {
        final GatewayYaml yaml = new GatewayYaml("perf", queues)
                .with("chunk.limit", transaction)
                .with("databases.main.url", database.url())
                .with("databases.main.user", database.user())
                .with("databases.main.password", HostedGateways.PASSWORD)
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
            add(name, count, database, new Variant.ByHand(hand.open(database, kind)), Set.of(kind));
        }
    }

    private Path home() throws IOException {
        return Files.createDirectory(directory.resolve("variant_" + all.size()));
    }

    private Database database(Path home, Set<Change> kinds) throws SQLException, IOException {
        final Database near = databases.create(home.getFileName().toString());
        for (final Change kind : kinds) {
            kind.create(near);
        }
        if (latency.isZero() || !near.postgresql()) {
            return near;
        }
        if (link.isEmpty()) {
            link = Optional.of(DelayedLink.open(near.localPort(), latency));
        }
        return near.through(link.get().port());
    }

    private void add(String name, int count, Database database, Maker maker, Set<Change> kinds) {
        all.add(new Variant(name, count, database, maker, kinds, run.seed()));
    }

    /** Has all of them make bursts of that kind in turns. */
    Measured measure(Change kind, int warmUps) throws Exception {
        final List<Variant> making = all.stream().filter(one -> one.makes(kind)).toList();
        final int most = making.stream().mapToInt(Variant::count).max().orElse(0);
        final Map<String, Run.Variant> turns = new LinkedHashMap<>();
        for (final Variant one : making) {
            run.progress().stage(one.name() + ": start");
            for (int made = 0; one.count() == most && made < Math.min(WARM_UP_CHANGES, WARM_UP_BURSTS * most); ) {
                one.burst(kind);
                made += most;
            }
            turns.put(one.name(), () -> one.burst(kind));
        }
        final Measurements micros = run.inTurns("us", warmUps, turns);
        final Map<String, List<Variant.Burst>> bursts = new LinkedHashMap<>();
        making.forEach(one -> bursts.put(one.name(), one.last(kind, run.repetitions())));
        return new Measured(micros, bursts);
    }

    /**
     * What variants came to with one kind of changes.
     *
     * @param micros for each change, by variant
     * @param bursts with all that they took, one for each repetition, by variant
     */
    record Measured(Measurements micros, Map<String, List<Variant.Burst>> bursts) {

        Measurement of(String variant) {
            return micros.get(variant);
        }

        /** What the queues of a variant took, in microseconds. */
        Measurement queues(String variant, String what, ToDoubleFunction<Variant.Queues> nanos) {
            return new Measurement(
                    variant + ": " + what,
                    "us",
                    bursts.get(variant).stream()
                            .map(burst -> nanos.applyAsDouble(burst.queues().orElseThrow()) / 1e3)
                            .toList());
        }
    }

    /** Ends all of them, then compares. */
    void closeAndCheck() throws SQLException, IOException {
        close();
        for (final Variant one : all) {
            one.check();
        }
    }

    /** May be called again. */
    @Override
    public void close() throws SQLException, IOException {
        for (final Variant one : all) {
            one.close();
        }
        if (link.isPresent()) {
            link.get().close();
        }
    }
}
