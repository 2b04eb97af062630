package dev.sluice.service.jdbc.connect;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.function.Supplier;

/**
 * The connections of a database for one purpose. Opening it asks nobody. Any thread.
 *
 * <p>HikariCP asks its first connection for the server's isolation level. A driver that says -1 when that connection is
 * lost just then, as PostgreSQL's 42.7.7 and not its 42.7.14, is never asked again, and no connection is ever made ready
 * (HikariCP's issues 1944 and 2269). So a pool that has never given a connection, and had one that it could not make ready,
 * is replaced by a new one.
 */
public final class Pool implements AutoCloseable {

    private final Supplier<HikariDataSource> opening;
    private volatile HikariDataSource pool;
    private final boolean readOnly;
    private volatile boolean proven;
    private boolean closed;

    /** @param readOnly whether each connection is told, as far as its driver takes it, that it only reads */
    Pool(Supplier<HikariDataSource> opening, boolean readOnly) {
        this.opening = opening;
        this.readOnly = readOnly;
        this.pool = opening.get();
    }

    /** A connection of its own for the caller; every error is an outage. */
    public Connection connection() throws SQLException {
        final HikariDataSource asked = pool;
        try {
            final Connection connection = asked.getConnection();
            proven = true;
            if (readOnly) {
                ConnectionPools.hintReadOnly(connection);
            }
            return connection;
        } catch (final SQLTransientConnectionException e) {
            if (!proven && notMadeReady(e)) {
                replace(asked);
            }
            throw e;
        }
    }

    /** The server was reached: what it says when it is not comes from the driver as it is. */
    private static boolean notMadeReady(SQLTransientConnectionException timeout) {
        return timeout.getCause() != null && !(timeout.getCause() instanceof SQLException);
    }

    private synchronized void replace(HikariDataSource broken) {
        if (pool == broken && !closed) {
            pool = opening.get();
            broken.close();
        }
    }

    /** Closes a connection of this pool for good. */
    void evict(Connection connection) {
        pool.evictConnection(connection);
    }

    boolean autoCommit() {
        return pool.isAutoCommit();
    }

    @Override
    public synchronized void close() {
        closed = true;
        pool.close();
    }
}
