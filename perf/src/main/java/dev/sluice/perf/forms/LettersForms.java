package dev.sluice.perf.forms;

import dev.sluice.examples.demo.DemoData;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Part;
import dev.sluice.perf.report.Table;
import dev.sluice.perf.run.Run;
import dev.sluice.perf.system.Database;
import dev.sluice.perf.system.DatabaseChoice;
import dev.sluice.perf.system.DatabaseServer;
import dev.sluice.perf.system.Latency;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The whole letters job, lookups and updates, through the concurrent loop and one SELECT at a time: on the loopback, and
 * with a latency between both and the database.
 */
final class LettersForms {

    private static final int WARM_UPS = 1;
    private static final String UNIT = "us per contract";
    private static final List<String> TARGETS = List.of("5", "100");

    /**
     * How much.
     *
     * @param contracts of the table, all through the loop
     * @param singles of them one at a time
     * @param latency of a simulated round trip
     * @param width bodies at a time
     * @param chunk the gateway's chunk limit, and the most updates of a transaction
     * @param callsInFlight of the gateway
     */
    record Sizes(int contracts, int singles, Duration latency, int width, int chunk, int callsInFlight) {}

    private final Sizes sizes;

    LettersForms(Sizes sizes) {
        if (sizes.singles > sizes.contracts) {
            throw new IllegalArgumentException(
                    sizes.singles + " contracts one at a time: there are only " + sizes.contracts);
        }
        if (sizes.latency.isNegative() || sizes.latency.isZero()) {
            throw new IllegalArgumentException("A latency of " + sizes.latency + ": it must be positive");
        }
        this.sizes = sizes;
    }

    /** What was measured over one way to the database. */
    private record Measured(String way, double roundTrip, Measurement single, Measurement loop, Measurement cpu) {
        Measurement ratio() {
            return single.over(loop, "letters, times as fast through the loop, " + way);
        }
    }

    Part measure(Run run, Path directory) throws Exception {
        final DatabaseChoice choice = new DatabaseChoice(DatabaseChoice.POSTGRESQL, "");
        try (DatabaseServer server = choice.open(directory, false)) {
            final Database database = server.database();
            run.progress().stage("letters: making " + sizes.contracts + " contracts");
            final PGSimpleDataSource direct = new PGSimpleDataSource();
            direct.setURL(database.url());
            direct.setUser(database.user());
            new DemoData(sizes.contracts, run.seed()).load(direct);
            database.execute("VACUUM ANALYZE customer", "VACUUM ANALYZE address", "VACUUM ANALYZE contract");
            final List<Measured> measured = List.of(
                    over(run, directory, database, "loopback", Duration.ZERO),
                    over(run, directory, database, Latency.shown(sizes.latency) + " of latency", sizes.latency));
            return report(database, choice, measured);
        }
    }

    private Measured over(Run run, Path directory, Database database, String way, Duration latency) throws Exception {
        final Path home = Files.createDirectory(directory.resolve("letters-" + latency.toNanos()));
        try (LettersLink link = LettersLink.open(home, database, latency, sizes)) {
            link.inLoop(sizes.contracts);
            final Map<String, Run.Variant> variants = new LinkedHashMap<>();
            final String single = "letters, one SELECT at a time, " + way;
            final String loop = "letters, concurrent loop, " + way;
            variants.put(single, () -> link.singly(sizes.singles));
            variants.put(loop, () -> link.inLoop(sizes.contracts));
            final Measurements all = run.inTurns(UNIT, WARM_UPS, variants);
            link.mustBeUpdated(sizes.contracts);
            final List<Double> cpu = link.cpuMicros();
            return new Measured(
                    way,
                    link.roundTrip(),
                    all.get(single),
                    all.get(loop),
                    new Measurement(
                            loop + ", CPU of the job", UNIT, cpu.subList(cpu.size() - run.repetitions(), cpu.size())));
        }
    }

    private Part report(Database database, DatabaseChoice choice, List<Measured> measured) throws Exception {
        final List<Measurement> all = new ArrayList<>();
        final List<List<String>> rows = new ArrayList<>();
        for (final Measured one : measured) {
            all.addAll(List.of(one.single, one.loop, one.cpu, one.ratio()));
            rows.add(List.of(
                    one.way,
                    Measurement.number(one.roundTrip),
                    one.single.shown(),
                    one.loop.shown(),
                    one.cpu.shown(),
                    one.ratio().shown(),
                    TARGETS.get(rows.size())));
        }
        return new Part(
                conditions(database, choice),
                new Table(
                        "The letters job, microseconds per contract",
                        List.of(
                                "way to the database",
                                "SELECT 1, us",
                                "one SELECT at a time",
                                "concurrent loop",
                                "its CPU in the job",
                                "times as fast",
                                "target, at least"),
                        rows),
                all);
    }

    private Map<String, String> conditions(Database database, DatabaseChoice choice) throws Exception {
        final Map<String, String> conditions = new LinkedHashMap<>();
        conditions.put("database", database.described() + ", " + choice.described() + ", no fsync");
        conditions.put(
                "letters",
                String.format(
                        "customer, address and update of each contract, one after another in its body; %,d contracts through"
                                + " the loop, the first %,d of them one at a time, each update its own commit; equal letters"
                                + " in equal order, each contract updated",
                        sizes.contracts, sizes.singles));
        conditions.put(
                "loop",
                String.format(
                        "%,d bodies at a time on %s; gateway in a JVM of its own, chunk limit %,d, as many updates in a"
                                + " transaction, %d calls in flight, updates exactly once",
                        sizes.width, FormCosts.bodyThreads(), sizes.chunk, sizes.callsInFlight));
        conditions.put(
                "latency",
                Latency.shown(sizes.latency)
                        + " of a round trip, by a proxy that both go through, half of it in each direction; measured:"
                        + " the column SELECT 1; the proxy is in the job's JVM");
        return conditions;
    }
}
