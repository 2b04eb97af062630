package dev.sluice.service.jdbc.connect;

import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.jdbc.connect.Product.MissingDriverException;
import java.util.HashMap;
import java.util.Map;

/**
 * The connections of a configuration's databases. A server is connected to at once, on the pools' own threads, while the
 * caller opens queues; nothing is asked of it. A database in this process is opened when its pools are first wanted: that
 * writes files, for which the caller holds the lock of the queues by then. One thread.
 */
public final class Connecting implements AutoCloseable {

    private final GatewayConfig config;
    private final Map<String, Pools> begun = new HashMap<>();

    /** Of one database: one connection for each call that may read, and one for updates. */
    public record Pools(Pool reads, Pool updates) implements AutoCloseable {

        private static Pools open(GatewayConfig config, DatabaseConfig database) {
            final Pool reads = ConnectionPools.reads(
                    config.name(), database, config.chunk().callsInFlight());
            try {
                return new Pools(reads, ConnectionPools.updates(config.name(), database));
            } catch (final RuntimeException e) {
                reads.close();
                throw e;
            }
        }

        Pool of(boolean update) {
            return update ? updates : reads;
        }

        @Override
        public void close() {
            reads.close();
            updates.close();
        }
    }

    private Connecting(GatewayConfig config) {
        this.config = config;
    }

    /**
     * Begins to connect to servers.
     *
     * @throws MissingDriverException if there is no driver for one of them
     */
    public static Connecting begin(GatewayConfig config) {
        final Connecting connecting = new Connecting(config);
        try {
            config.databases().values().stream()
                    .filter(database -> Product.of(database).server())
                    .forEach(connecting::pools);
            return connecting;
        } catch (final RuntimeException e) {
            connecting.close();
            throw e;
        }
    }

    /** The connections of that database, opened now if need be. */
    public Pools pools(DatabaseConfig database) {
        return begun.computeIfAbsent(database.name(), name -> Pools.open(config, database));
    }

    /** Closes all connections; a pool may be closed twice. */
    @Override
    public void close() {
        begun.values().forEach(Pools::close);
    }
}
