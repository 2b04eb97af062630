package dev.sluice.perf.lookups;

import dev.sluice.api.Requests;
import dev.sluice.perf.baseline.LookupsByHand;
import dev.sluice.perf.load.Asked;
import dev.sluice.perf.load.ByChunk;
import dev.sluice.perf.load.Comparison;
import dev.sluice.perf.load.Customers;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Report;
import dev.sluice.perf.run.Experiment;
import dev.sluice.perf.run.Run;
import dev.sluice.perf.system.Database;
import dev.sluice.perf.system.DatabaseChoice;
import dev.sluice.perf.system.DatabaseServer;
import dev.sluice.perf.system.GatewayFile;
import dev.sluice.perf.system.ServiceJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lookups written by a job, answered by a gateway in its own JVM and read by the job, beside a hand-written loop with
 * the same chunks and beside one SELECT at a time. The same keys for all, and equal answers in equal order.
 */
public final class LookupsExperiment implements Experiment {

    private static final int WARM_UPS = 3;
    private static final int TARGET_CHUNK = 500;
    private static final String SINGLE = "one SELECT at a time";

    /**
     * How much.
     *
     * @param lookups in each measurement
     * @param rows of the table
     * @param chunks the chunk limits to measure
     */
    public record Sizes(int lookups, int rows, List<Integer> chunks) {}

    private final DatabaseChoice choice;
    private final Sizes sizes;

    public LookupsExperiment(DatabaseChoice choice, Sizes sizes) {
        this.choice = choice;
        this.sizes = sizes;
    }

    @Override
    public String name() {
        return "lookups";
    }

    @Override
    public Report run(Run run) throws Exception {
        final Path directory = run.newDirectory("lookups");
        try (DatabaseServer server = choice.open(directory, false)) {
            final Database database = server.database();
            run.progress().stage("lookups: making " + sizes.rows + " rows");
            Customers.create(database, sizes.rows, run.seed());
            try {
                return measure(run, directory, database);
            } finally {
                Customers.drop(database);
            }
        } finally {
            Run.delete(directory);
        }
    }

    private Report measure(Run run, Path directory, Database database) throws Exception {
        final List<ServiceJvm> gateways = new ArrayList<>();
        try (LookupsByHand byHand = new LookupsByHand(database)) {
            final Comparison comparison = new Comparison(Customers.keys(sizes.lookups, sizes.rows, run.seed()));
            final Map<String, Run.Variant> variants = new LinkedHashMap<>();
            variants.put(SINGLE, () -> comparison.micros(SINGLE, byHand::singly));
            for (final int chunk : sizes.chunks) {
                final ServiceJvm gateway = startGateway(directory, database, chunk);
                gateways.add(gateway);
                variants.put(
                        ByChunk.byHand(chunk),
                        () -> comparison.micros(
                                ByChunk.byHand(chunk), (keys, asked) -> byHand.inChunks(keys, chunk, asked)));
                variants.put(
                        ByChunk.gateway(chunk),
                        () -> comparison.micros(ByChunk.gateway(chunk), (keys, asked) -> ask(gateway, keys, asked)));
            }
            return report(run, database, run.inTurns("us per lookup", WARM_UPS, variants));
        } finally {
            gateways.forEach(ServiceJvm::close);
        }
    }

    private static ServiceJvm startGateway(Path directory, Database database, int chunk) throws IOException {
        final Path home = Files.createDirectory(directory.resolve("gateway-" + chunk));
        return ServiceJvm.gateway(
                home, database, chunk, chunk, GatewayFile.EXACTLY_ONCE, GatewayFile.lookup(Customers.ONE));
    }

    private static void ask(ServiceJvm gateway, long[] keys, Asked asked) {
        final Requests requests = gateway.client().requests();
        for (final long key : keys) {
            requests.lookup("customer", key);
        }
        gateway.await(asked);
    }

    private Report report(Run run, Database database, Measurements measured) throws Exception {
        final Map<String, String> conditions = run.conditions();
        conditions.put("database", database.described() + ", " + choice.described());
        conditions.put(
                "sizes",
                String.format(
                        "%,d lookups in each measurement, keys at random of %,d rows, the same for all",
                        sizes.lookups, sizes.rows));
        conditions.put(
                "gateway",
                "a JVM of its own for each chunk limit; from the first request written to the last result read by one"
                        + " job thread");
        conditions.put(
                "by hand",
                "= ANY(?) with an array of longs (HSQLDB: IN (UNNEST(?))), prepared once, rows mapped by id");
        conditions.put("checked", "equal names in equal order in every measurement");

        final ByChunk byChunk = new ByChunk(SINGLE, "single", sizes.chunks, TARGET_CHUNK, "0.4 and 8");
        final List<Measurement> all = new ArrayList<>(measured.all());
        all.addAll(byChunk.ratios(measured));
        return new Report(
                name(),
                "the gateway beside lookups written by hand, chunked and single",
                conditions,
                List.of(byChunk.table(measured)),
                all);
    }
}
