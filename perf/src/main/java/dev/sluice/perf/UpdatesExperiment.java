package dev.sluice.perf;

import dev.sluice.api.Requests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Updates with durable commits: the gateway with several in a transaction, beside a service that reads the same kind of
 * queue and commits one at a time. Each has a JVM and a database of its own; in the end the databases must be equal.
 */
final class UpdatesExperiment implements Experiment {

    private static final int WARM_UPS = 1;
    private static final String SINGLE = "one at a time";
    private static final String UNIT = "us per update";

    private final DurableDatabases.Kind kind;
    private final int updates;
    private final List<Integer> transactions;

    /**
     * @param kind the databases
     * @param updates in each measurement
     * @param transactions the numbers of updates in a transaction to measure
     */
    UpdatesExperiment(DurableDatabases.Kind kind, int updates, List<Integer> transactions) {
        this.kind = kind;
        this.updates = updates;
        this.transactions = List.copyOf(transactions);
    }

    /** A service and its database. */
    private record Served(String variant, Database database, ServiceJvm service, Random random) {}

    @Override
    public String name() {
        return "updates";
    }

    @Override
    public Report run(Run run) throws Exception {
        final Path directory = run.newDirectory("updates");
        try (DurableDatabases databases = DurableDatabases.open(kind, directory)) {
            final List<Served> all = new ArrayList<>();
            final Measurements measured;
            try {
                all.add(start(run, directory, databases, 1, GatewayFile.AT_LEAST_ONCE));
                for (final int transaction : transactions) {
                    all.add(start(run, directory, databases, transaction, GatewayFile.EXACTLY_ONCE));
                    all.add(start(run, directory, databases, transaction, GatewayFile.AT_LEAST_ONCE));
                }
                measured = measure(run, all);
            } finally {
                all.forEach(one -> one.service.close());
            }
            compareContents(all);
            return report(run, databases, measured);
        } finally {
            Run.delete(directory);
        }
    }

    private static Served start(Run run, Path directory, DurableDatabases databases, int transaction, String guarantee)
            throws IOException, SQLException {
        final String name = "updates_" + transaction + "_" + guarantee.replace('-', '_');
        final Path home = Files.createDirectory(directory.resolve(name));
        final Database database = databases.create(name);
        Accounts.create(database);
        final ServiceJvm service = transaction == 1
                ? ServiceJvm.oneAtATime(home, database)
                : ServiceJvm.gateway(
                        home, database, transaction, transaction, guarantee, GatewayFile.update(Accounts.UPDATE));
        return new Served(variant(transaction, guarantee), database, service, new Random(run.seed()));
    }

    private Measurements measure(Run run, List<Served> all) throws Exception {
        final Map<String, Run.Variant> variants = new LinkedHashMap<>();
        for (final Served one : all) {
            variants.put(one.variant, () -> update(one));
        }
        return run.inTurns(UNIT, WARM_UPS, variants);
    }

    /** The next updates, until the last result is read. */
    private double update(Served one) {
        final Asked asked = new Asked();
        final Requests requests = one.service.client().requests();
        final long start = System.nanoTime();
        for (int i = 0; i < updates; i++) {
            final long amount = one.random.nextInt(1_000_000);
            requests.executeUpdate("account", amount, 1L + one.random.nextInt(Accounts.COUNT));
        }
        one.service.await(asked);
        if (asked.answers() != updates) {
            throw new IllegalStateException(asked.answers() + " results for " + updates + " updates");
        }
        return (System.nanoTime() - start) / 1e3 / updates;
    }

    private static void compareContents(List<Served> all) throws SQLException {
        final Asked first = Accounts.contents(all.get(0).database);
        for (final Served other : all) {
            Accounts.contents(other.database).mustEqual(first, "The database of '" + other.variant + "'");
        }
    }

    private Report report(Run run, DurableDatabases databases, Measurements measured) {
        final Map<String, String> conditions = run.conditions();
        conditions.put("database", databases.described() + "; one for each service");
        conditions.put(
                "sizes",
                String.format("%,d updates in each measurement, of %,d accounts at random", updates, Accounts.COUNT));
        conditions.put(
                "services",
                "each in a JVM of its own; from the first request written to the last result read by the job");
        conditions.put("checked", "every account the same in all databases at the end; the order of its updates shows");

        final Measurement single = measured.get(SINGLE);
        final List<Measurement> all = new ArrayList<>(measured.all());
        final List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(SINGLE, single.shown(), "", "", "", ""));
        for (final int transaction : transactions) {
            final Measurement without = measured.get(variant(transaction, GatewayFile.AT_LEAST_ONCE));
            final Measurement once = measured.get(variant(transaction, GatewayFile.EXACTLY_ONCE));
            final Measurement ratio = once.over(single, "time of the gateway to " + SINGLE + ", " + transaction);
            final Measurement cost = once.over(without, "time of exactly-once to at-least-once, " + transaction);
            all.add(ratio);
            all.add(cost);
            rows.add(List.of(
                    variant(transaction, GatewayFile.EXACTLY_ONCE),
                    once.shown(),
                    ratio.shown(),
                    "0.5",
                    cost.shown(),
                    transaction >= 1000 ? "1.1" : transaction >= 100 ? "1.4" : ""));
            rows.add(List.of(
                    variant(transaction, GatewayFile.AT_LEAST_ONCE),
                    without.shown(),
                    without.over(single, "time of the gateway at least once to " + SINGLE + ", " + transaction)
                            .shown(),
                    "",
                    "",
                    ""));
        }
        final Table table = new Table(
                "Microseconds per update until its result is read",
                List.of("service", UNIT, "time to " + SINGLE, "target, at most", "to at-least-once", "target, at most"),
                rows);
        return new Report(
                name(), "updates through the gateway beside one commit each", conditions, List.of(table), all);
    }

    private static String variant(int transaction, String guarantee) {
        return transaction == 1 ? SINGLE : "gateway, up to " + transaction + " in a transaction, " + guarantee;
    }
}
