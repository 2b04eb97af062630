package dev.sluice.perf.burst;

import dev.sluice.perf.baseline.OneAtATime;
import dev.sluice.perf.load.Accounts;
import dev.sluice.perf.load.Change;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Report;
import dev.sluice.perf.report.Table;
import dev.sluice.perf.run.Experiment;
import dev.sluice.perf.run.Run;
import dev.sluice.perf.system.DurableDatabases;
import dev.sluice.perf.system.GatewayFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Updates with durable commits: the gateway with several in a transaction, exactly once and at least once, beside a service
 * that reads the same kind of queue and commits one at a time. Each has a JVM and a database of its own.
 */
public final class UpdatesExperiment implements Experiment {

    private static final int WARM_UPS = 1;
    private static final String SINGLE = "one at a time";
    private static final Set<Change> UPDATE = Set.of(Change.UPDATE_BY_FUNCTION);

    private final DurableDatabases.Kind kind;
    private final int updates;
    private final List<Integer> transactions;

    /**
     * @param kind the databases
     * @param updates in each measurement
     * @param transactions the numbers of updates in a transaction to measure
     */
    public UpdatesExperiment(DurableDatabases.Kind kind, int updates, List<Integer> transactions) {
        this.kind = kind;
        this.updates = updates;
        this.transactions = List.copyOf(transactions);
    }

    @Override
    public String name() {
        return "updates";
    }

    @Override
    public Report run(Run run) throws Exception {
        final Path directory = run.newDirectory("updates");
        try (DurableDatabases databases = DurableDatabases.open(kind, directory);
                Variants variants = new Variants(run, directory, databases)) {
            variants.oneAtATime(SINGLE, updates, OneAtATime.Prepare.ONCE, UPDATE);
            for (final int transaction : transactions) {
                for (final String guarantee : List.of(GatewayFile.EXACTLY_ONCE, GatewayFile.AT_LEAST_ONCE)) {
                    variants.gateway(variant(transaction, guarantee), updates, transaction, guarantee, UPDATE);
                }
            }
            final Measurements measured =
                    variants.measure(Change.UPDATE_BY_FUNCTION, WARM_UPS).micros();
            variants.closeAndCheck();
            return report(run, databases, measured);
        } finally {
            Run.delete(directory);
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
        conditions.put(
                "checked",
                "in the end every account holds what the updates make of it in their order, in all databases");

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
                List.of(
                        "service",
                        "us per update",
                        "time to " + SINGLE,
                        "target, at most",
                        "to at-least-once",
                        "target, at most"),
                rows);
        return new Report(
                name(), "updates through the gateway beside one commit each", conditions, List.of(table), all);
    }

    private static String variant(int transaction, String guarantee) {
        return "gateway, up to " + transaction + " in a transaction, " + guarantee;
    }
}
