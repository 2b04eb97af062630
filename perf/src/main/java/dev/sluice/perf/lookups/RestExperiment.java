package dev.sluice.perf.lookups;

import dev.sluice.api.Requests;
import dev.sluice.perf.baseline.RestByHand;
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
import dev.sluice.perf.system.RestGatewayFile;
import dev.sluice.perf.system.RestService;
import dev.sluice.perf.system.ServiceJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lookups behind a REST service: through a gateway, in a hand-written loop of chunks, and with one GET each. The same
 * keys for all, and equal answers in equal order.
 */
public final class RestExperiment implements Experiment {

    private static final int WARM_UPS = 3;
    private static final int TARGET_CHUNK = 100;
    private static final String SINGLE = "one GET each";
    private static final String SINGLE_FEW = "one GET each, on a part of the keys";

    /**
     * How much.
     *
     * @param lookups in each measurement
     * @param singles how many of them are asked with one GET each, as that takes so much longer
     * @param rows of the table
     * @param chunks the chunk limits to measure
     * @param callsInFlight of the gateway
     */
    public record Sizes(int lookups, int singles, int rows, List<Integer> chunks, int callsInFlight) {}

    private final DatabaseChoice choice;
    private final boolean preload;
    private final Sizes sizes;

    /** @param preload whether the service answers from memory, so that what is measured is REST */
    public RestExperiment(DatabaseChoice choice, boolean preload, Sizes sizes) {
        this.choice = choice;
        this.preload = preload;
        this.sizes = sizes;
    }

    @Override
    public String name() {
        return "rest";
    }

    @Override
    public Report run(Run run) throws Exception {
        final Path directory = run.newDirectory("rest");
        try (DatabaseServer server = choice.open(directory, false)) {
            final Database database = server.database();
            run.progress().stage("rest: making " + sizes.rows + " rows");
            Customers.create(database, sizes.rows, run.seed());
            try (RestService service = RestService.start(directory, database, preload)) {
                return measure(run, directory, database, service);
            } finally {
                Customers.drop(database);
            }
        } finally {
            Run.delete(directory);
        }
    }

    private Report measure(Run run, Path directory, Database database, RestService service) throws Exception {
        final List<ServiceJvm> gateways = new ArrayList<>();
        try {
            final RestByHand byHand = new RestByHand(service.url());
            final long[] keys = Customers.keys(sizes.lookups, sizes.rows, run.seed());
            final Comparison all = new Comparison(keys);
            final Comparison few = new Comparison(Customers.keys(sizes.singles, sizes.rows, run.seed()));
            // Of the few keys, too, the answers are compared: with those of the first chunked loop by hand.
            few.micros(SINGLE_FEW, (some, asked) -> byHand.inChunks(some, TARGET_CHUNK, asked));
            final Map<String, Run.Variant> variants = new LinkedHashMap<>();
            variants.put(SINGLE, () -> few.micros(SINGLE_FEW, byHand::singly));
            for (final int chunk : sizes.chunks) {
                final ServiceJvm gateway = startGateway(directory, database, service, chunk);
                gateways.add(gateway);
                variants.put(
                        ByChunk.byHand(chunk),
                        () -> all.micros(ByChunk.byHand(chunk), (some, asked) -> byHand.inChunks(some, chunk, asked)));
                variants.put(
                        ByChunk.gateway(chunk),
                        () -> all.micros(ByChunk.gateway(chunk), (some, asked) -> ask(gateway, some, asked)));
            }
            return report(run, database, run.inTurns("us per lookup", WARM_UPS, variants));
        } finally {
            gateways.forEach(ServiceJvm::close);
        }
    }

    private ServiceJvm startGateway(Path directory, Database database, RestService service, int chunk)
            throws IOException {
        final Path home = Files.createDirectory(directory.resolve("gateway-" + chunk));
        return ServiceJvm.gateway(home, database, service.url(), chunk, sizes.callsInFlight);
    }

    private static void ask(ServiceJvm gateway, long[] keys, Asked asked) {
        final Requests requests = gateway.client().requests();
        for (final long key : keys) {
            requests.lookup(RestGatewayFile.LOOKUP, key);
        }
        gateway.await(asked);
    }

    private Report report(Run run, Database database, Measurements measured) throws Exception {
        final Map<String, String> conditions = run.conditions();
        conditions.put(
                "service",
                "the reference server of examples/ in a JVM of its own, "
                        + (preload ? "from memory" : "over " + database.described() + ", " + choice.described()));
        conditions.put(
                "sizes",
                String.format(
                        "%,d lookups in each measurement, %,d of them with one GET each; keys at random of %,d rows",
                        sizes.lookups, sizes.singles, sizes.rows));
        conditions.put(
                "gateway",
                "a JVM of its own for each chunk limit, " + sizes.callsInFlight
                        + " calls in flight; from the first request written to the last result read by one job thread");
        conditions.put(
                "by hand", "java.net.http with HTTP/1.1 and a connection that is kept, one thread, one call at a time");
        conditions.put("checked", "equal names in equal order in every measurement");

        final ByChunk byChunk = new ByChunk(SINGLE, SINGLE, sizes.chunks, TARGET_CHUNK, "60");
        final List<Measurement> all = new ArrayList<>(measured.all());
        all.addAll(byChunk.ratios(measured));
        return new Report(
                name(),
                "lookups behind a REST service, in chunks and one call each",
                conditions,
                List.of(byChunk.table(measured)),
                all);
    }
}
