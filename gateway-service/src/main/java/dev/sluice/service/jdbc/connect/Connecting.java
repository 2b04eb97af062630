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
    private final boolean lanesMove;
    private final Map<String, Pools> begun = new HashMap<>();

    /**
     * Of one database, for all lanes of a gateway: one connection for each call that may read, and for each lane one for updates.
     * Any thread.
     */
    public static final class Pools implements AutoCloseable {

        private final GatewayConfig config;
        private final DatabaseConfig database;
        private final Pool reads;
        private final Pool updates;
        private InitScript init;
        private int holders;

        private Pools(GatewayConfig config, DatabaseConfig database, Pool reads, Pool updates) {
            this.config = config;
            this.database = database;
            this.reads = reads;
            this.updates = updates;
        }

        private static Pools open(GatewayConfig config, DatabaseConfig database) {
            final int lanes = config.queues().lanes();
            final Pool reads = ConnectionPools.reads(
                    config.name(), database, lanes * config.chunk().callsInFlight());
            try {
                return new Pools(config, database, reads, ConnectionPools.updates(config.name(), database, lanes));
            } catch (final RuntimeException e) {
                reads.close();
                throw e;
            }
        }

        /** For one more lane, which gives them back. */
        public synchronized Pools hold() {
            holders++;
            return this;
        }

        /** Closes them when no lane holds them any more. */
        synchronized void giveBack() {
            holders--;
            if (holders == 0) {
                close();
            }
        }

        /**
         * The script that gives the database its content, one for all lanes.
         *
         * @throws dev.sluice.service.jdbc.sql.SqlSyntaxException if it cannot be cut into statements
         */
        synchronized InitScript init() {
            if (init == null) {
                init = new InitScript(config.name(), database, updates);
            }
            return init;
        }

        /** The connections for updates, or for reads. */
        public Pool of(boolean update) {
            return update ? updates : reads;
        }

        @Override
        public void close() {
            reads.close();
            updates.close();
        }
    }

    private Connecting(GatewayConfig config, boolean lanesMove) {
        this.config = config;
        this.lanesMove = lanesMove;
    }

    /**
     * Begins to connect to servers.
     *
     * @param lanesMove whether connections are kept while no lane holds them
     * @throws MissingDriverException if there is no driver for one of them
     */
    public static Connecting begin(GatewayConfig config, boolean lanesMove) {
        final Connecting connecting = new Connecting(config, lanesMove);
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
        return begun.computeIfAbsent(database.name(), name -> {
            final Pools pools = Pools.open(config, database);
            return lanesMove ? pools.hold() : pools;
        });
    }

    /** Closes all connections; a pool may be closed twice. */
    @Override
    public void close() {
        begun.values().forEach(Pools::close);
    }
}
