package dev.sluice.faults.soak;

import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.Queues;
import dev.sluice.faults.kill.Stores;
import dev.sluice.faults.kill.Stores.Store;
import dev.sluice.faults.kill.bank.ItemService;
import dev.sluice.testsupport.GatewayYaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The surroundings that all pairs of queues share.
 *
 * @param directory of everything that is left
 * @param queues has a directory for each pair
 */
record Surroundings(
        Path directory,
        Path queues,
        long seed,
        Stores stores,
        ItemService items,
        LongLived processes,
        BrokenPromises findings) {

    private static final String RETENTION = "15s";
    /** Kills come upon the same innocent request again. */
    private static final int HARDLY_EVER = 1_000;

    /** Makes a database for a pair. */
    Store create(String pair, String name, Store.Tables tables) throws IOException, SQLException {
        final Path place = Files.createDirectories(directory.resolve(pair));
        final Store store = stores.create(place, name);
        try (Connection connection = store.connect()) {
            tables.create(connection);
        }
        return store;
    }

    /** The configuration of a pair's gateway, without its databases. */
    GatewayYaml config(String pair, int lanes) {
        return new GatewayYaml(pair, queues.resolve(pair))
                .with("queues.rollCycle", Queues.ROLL_CYCLE)
                .with("queues.lanes", lanes)
                .with("queues.retention", RETENTION)
                .with("limits.quarantineAfter", HARDLY_EVER);
    }

    static GatewayYaml with(GatewayYaml yaml, String name, Store store) {
        final String database = "databases." + name + ".";
        return yaml.with(database + "url", store.url())
                .with(database + "user", store.user())
                .with(database + "maxBackoff", "1s")
                .with(database + "updates", "exactly-once");
    }
}
