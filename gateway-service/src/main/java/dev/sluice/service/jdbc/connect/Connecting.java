package dev.sluice.service.jdbc.connect;

import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.jdbc.connect.Product.MissingDriverException;
import java.util.HashMap;
import java.util.Map;

/**
 * The connections of a configuration's databases. The pools' own threads connect to database servers at once, while the caller
 * opens the queues; no statement is sent yet. An embedded database is opened only when its pools are first requested: opening it
 * writes files, and by then the caller holds the lock of the queues. This class is used by one thread, the caller's.
 */
public final class Connecting implements AutoCloseable {

    private final GatewayConfig config;
    private final boolean lanesMove;
    private final Map<String, Pools> begun = new HashMap<>();

    /**
     * The connection pools of one database for all lanes (pairs of queues) of a gateway: one connection for each concurrent call
     * of reads, and one connection per lane for updates. Any thread may call these methods.
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

        /** Registers one more lane as a user of the pools; the lane must give them back. */
        public synchronized Pools hold() {
            holders++;
            return this;
        }

        /** Ends the use of the pools by one lane, and closes them when no lane uses them any more. */
        synchronized void giveBack() {
            holders--;
            if (holders == 0) {
                close();
            }
        }

        /**
         * Returns the init script of the database, which all lanes share.
         *
         * @throws dev.sluice.service.jdbc.sql.SqlSyntaxException if the script cannot be split into statements
         */
        synchronized InitScript init() {
            if (init == null) {
                init = new InitScript(config.name(), database, updates);
            }
            return init;
        }

        /** Returns the pool for updates or the pool for reads. */
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
     * Starts to connect to the database servers.
     *
     * @param lanesMove whether lanes move between processes, so that pools stay open while no lane uses them
     * @throws MissingDriverException if the driver of a database is missing
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

    /** Returns the pools of a database, and opens them first if necessary. */
    public Pools pools(DatabaseConfig database) {
        return begun.computeIfAbsent(database.name(), name -> {
            final Pools pools = Pools.open(config, database);
            return lanesMove ? pools.hold() : pools;
        });
    }

    /** Closes all connections. This is also allowed for pools that are closed already. */
    @Override
    public void close() {
        begun.values().forEach(Pools::close);
    }
}
