package dev.sluice.faults.kill;

import dev.sluice.testsupport.GatewayYaml;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The gateway's configuration but for its lookups and statements, another one for each start: what a gateway left must not
 * depend on how the next one cuts its chunks.
 */
final class GatewayFile {

    /** Full chunks at once after a kill, so that kills come upon those, too. */
    private static final int OFF = 0;
    /** One at a time after a kill; whoever kills at chosen moments may kill the same innocent request some times. */
    private static final int HARDLY_EVER = 1_000;

    private static final int[] CHUNKS = {1, 7, 50, 100, 100, 1000};
    private static final int[] TRANSACTIONS = {1, 10, 100, 100};

    private GatewayFile() {}

    /** Makes one that answers what is left. */
    static GatewayYaml plain(Path queues, List<Store> stores) {
        final GatewayYaml yaml = new GatewayYaml("crash", queues)
                .with("queues.rollCycle", Queues.ROLL_CYCLE)
                .with("limits.quarantineAfter", HARDLY_EVER);
        for (int i = 0; i < stores.size(); i++) {
            final String database = "databases." + Stores.NAMES.get(i) + ".";
            yaml.with(database + "url", stores.get(i).url())
                    .with(database + "user", stores.get(i).user())
                    .with(database + "maxBackoff", "1s")
                    .with(database + "updates", "exactly-once");
        }
        return yaml;
    }

    /** Makes one at random. */
    static GatewayYaml random(Path queues, List<Store> stores, SplittableRandom random) {
        final GatewayYaml yaml = plain(queues, stores)
                .with("queues.sync", random.nextInt(4) == 0 ? "chunk" : "none")
                .with("limits.quarantineAfter", random.nextInt(3) == 0 ? HARDLY_EVER : OFF)
                .with("chunk.limit", CHUNKS[random.nextInt(CHUNKS.length)])
                .with("chunk.callsInFlight", 1 + random.nextInt(4));
        final int transaction = TRANSACTIONS[random.nextInt(TRANSACTIONS.length)];
        final String shared = random.nextInt(10) == 0 ? "each" : "shared";
        final boolean snapshot = random.nextInt(5) == 0;
        for (int i = 0; i < stores.size(); i++) {
            final String database = "databases." + Stores.NAMES.get(i) + ".";
            yaml.with(database + "updatesPerTransaction", transaction)
                    .with(database + "transaction", shared)
                    .with(database + "snapshot", snapshot);
        }
        return yaml;
    }
}
