package dev.sluice.perf.coalesce;

import dev.sluice.api.Requests;
import dev.sluice.perf.lab.FreshGateway;
import dev.sluice.perf.lab.HostedGateways;
import dev.sluice.perf.load.InOrder;
import dev.sluice.testsupport.GatewayYaml;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/**
 * Through a gateway: one thread writes all requests, then reads their results. The gateway is opened for each time it is
 * measured, and asked for one key then.
 *
 * @param named as tables name it
 */
record GatewayLoader(String named, GatewayYaml yaml, FreshGateway gateway) implements Loader {

    /** Most keys of a call, for every variant that has no smaller limit of its own. */
    static final int CALL_LIMIT = 1_000;

    private static final long[] FIRST_KEY = {0};
    private static final int CACHED = 100_000;

    static GatewayLoader of(HostedGateways gateways, Path directory, URI service, int chunkLimit, int callsInFlight) {
        final String lookup = "lookups." + SlowNames.LOOKUP;
        final GatewayYaml yaml = new GatewayYaml("coalesce")
                .with("chunk.limit", chunkLimit)
                .with("services.slow.url", service)
                .with("services.slow.callsInFlight", callsInFlight)
                .with(lookup + ".service", "slow")
                .with(lookup + ".types", List.of("long"))
                .with(lookup + ".request.limit", CALL_LIMIT);
        return new GatewayLoader(
                String.format("gateway, chunks of %,d, %d in flight", chunkLimit, callsInFlight),
                yaml,
                new FreshGateway(gateways, directory, yaml));
    }

    /** Has a chunk wait to fill. */
    GatewayLoader lingering(int millis) {
        return new GatewayLoader(
                named + ", linger " + millis + " ms", yaml.with("chunk.linger", millis + "ms"), gateway);
    }

    /** Has the gateway keep answers. */
    GatewayLoader cached() {
        return new GatewayLoader(
                named + ", cache", yaml.with("lookups." + SlowNames.LOOKUP + ".cache.entries", CACHED), gateway);
    }

    @Override
    public void open() throws IOException, InterruptedException {
        gateway.open();
        load(FIRST_KEY);
    }

    @Override
    public void close() {
        gateway.close();
    }

    @Override
    public List<String> load(long[] keys) {
        final Requests requests = gateway.service().client().requests();
        final InOrder<String> names =
                new InOrder<>(requests, rows -> rows.only().getString("name"));
        for (final long key : keys) {
            requests.lookup(SlowNames.LOOKUP, key);
        }
        gateway.service().await(names);
        return names.results();
    }
}
