package dev.sluice.faults.kill;

import dev.sluice.faults.kill.Stores.Store;
import dev.sluice.testsupport.GatewayYaml;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Random configurations. Each start of a gateway has a different one, because recovery must not depend on how the next gateway
 * forms its chunks.
 */
public final class RandomGateway {

    private static final int[] CHUNKS = {1, 7, 50, 100, 100, 1000};
    private static final int[] TRANSACTIONS = {1, 10, 100, 100};

    /**
     * A value of quarantineAfter with which gateways take one request at a time after a kill, but practically never fail a
     * request. A failure would be wrong, because kills at chosen moments may hit the same innocent request several times.
     */
    private static final int HARDLY_EVER = 1_000;

    private RandomGateway() {}

    /** Adds lanes and databases, without anything random. */
    public static GatewayYaml declare(GatewayYaml yaml, int lanes, List<Store> databases, Function<Store, String> url) {
        yaml.with("queues.lanes", lanes).with("limits.quarantineAfter", HARDLY_EVER);
        for (int i = 0; i < databases.size(); i++) {
            databases.get(i).declare(yaml, Stores.NAMES.get(i), url.apply(databases.get(i)));
        }
        return yaml;
    }

    /** Sets how chunks are formed and how updates share transactions. */
    public static GatewayYaml vary(GatewayYaml yaml, int databases, SplittableRandom random) {
        yaml.with("chunk.limit", CHUNKS[random.nextInt(CHUNKS.length)])
                .with("chunk.callsInFlight", 1 + random.nextInt(4));
        final int transaction = TRANSACTIONS[random.nextInt(TRANSACTIONS.length)];
        final String shared = random.nextInt(10) == 0 ? "each" : "shared";
        final boolean snapshot = random.nextInt(5) == 0;
        for (final String name : Stores.NAMES.subList(0, databases)) {
            yaml.with("databases." + name + ".updatesPerTransaction", transaction)
                    .with("databases." + name + ".transaction", shared)
                    .with("databases." + name + ".snapshot", snapshot);
        }
        return yaml;
    }
}
