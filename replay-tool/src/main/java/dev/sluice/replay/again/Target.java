package dev.sluice.replay.again;

import dev.sluice.api.QueueOptions.SyncMode;
import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.config.DatabaseConfig.UpdateGuarantee;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.QueuesConfig;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Derives the configuration of a replay from the configuration of a gateway. The replay has the same backends and declarations,
 * but other queues and no ports.
 */
public final class Target {

    private static final String SUFFIX = "-replay";
    private static final int LONGEST_NAME = 64;

    private Target() {}

    /**
     * Returns the configuration of a replay.
     *
     * @param into the address of the replay's queues
     * @param updates whether updates will be sent; if not, no checkpoint tables are created in the databases
     */
    public static GatewayConfig of(GatewayConfig config, String into, boolean updates) {
        final QueuesConfig queues = new QueuesConfig(
                into,
                1,
                config.queues().rollCycle(),
                SyncMode.NONE,
                config.queues().diskReserve(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false);
        return new GatewayConfig(
                name(config.name()),
                queues,
                config.chunk(),
                config.limits(),
                config.pauser(),
                updates ? config.databases() : withoutCheckpoints(config.databases()),
                config.lookups(),
                config.statements(),
                config.rest(),
                Optional.empty());
    }

    /** Returns a gateway name different from the original, because a database keeps checkpoints under the gateway's name. */
    private static String name(String name) {
        return name.substring(0, Math.min(name.length(), LONGEST_NAME - SUFFIX.length())) + SUFFIX;
    }

    private static Map<String, DatabaseConfig> withoutCheckpoints(Map<String, DatabaseConfig> databases) {
        final Map<String, DatabaseConfig> all = new LinkedHashMap<>();
        databases.forEach((name, database) -> all.put(
                name,
                new DatabaseConfig(
                        database.name(),
                        database.url(),
                        database.user(),
                        database.password(),
                        database.init(),
                        database.adHoc(),
                        database.updatesPerTransaction(),
                        database.transaction(),
                        UpdateGuarantee.AT_LEAST_ONCE,
                        database.snapshot(),
                        database.statementTimeout(),
                        database.connectionTimeout(),
                        database.resilience())));
        return all;
    }
}
