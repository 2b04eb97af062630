package dev.sluice.service.jdbc.connect;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.core.MaskedLog;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTransientConnectionException;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * A pool of connections to one database, either for reads or for updates. Opening the pool needs no server. Any thread.
 *
 * <p>HikariCP queries the server's isolation level on its first connection. If that connection is lost just then, some drivers
 * return -1: PostgreSQL's 42.7.7 does so, 42.7.14 does not. HikariCP never queries the level again, and cannot set up any later
 * connection (HikariCP's issues 1944 and 2269). So if a pool has not given any connection yet and fails to set one up, it is
 * replaced by a new pool.
 */
public final class Pool implements AutoCloseable {

    private static final org.slf4j.Logger LOG = MaskedLog.of(Pool.class);

    /** The time limit of the check whether a connection is still alive after it refused the read-only hint. */
    private static final int VALID_SECONDS = 5;

    /** The time for which a closing pool waits for an embedded database that is still being opened. */
    private static final int OPENING_SECONDS = 5;

    private final HikariConfig config;
    private volatile HikariDataSource pool;
    private final boolean readOnly;
    private volatile boolean proven;
    private boolean closed;

    /** @param readOnly whether each connection gets the read-only hint, if its driver accepts that */
    Pool(HikariConfig config, boolean readOnly) {
        this.config = config;
        this.readOnly = readOnly;
        this.pool = new HikariDataSource(config);
    }

    /** Returns a connection for the caller's exclusive use; every exception counts as an outage. */
    public Connection connection() throws SQLException {
        final HikariDataSource asked = pool;
        try {
            final Connection connection = asked.getConnection();
            proven = true;
            if (readOnly) {
                hintReadOnly(connection);
            }
            return connection;
        } catch (final SQLTransientConnectionException e) {
            if (!proven && notMadeReady(e)) {
                replace(asked);
            }
            throw e.getCause() == null ? timedOut(asked, e) : e;
        }
    }

    /** Returns HikariCP's exception with a message that names the limit and what the pool waited for. */
    private SQLTransientConnectionException timedOut(HikariDataSource asked, SQLTransientConnectionException error) {
        final boolean full = asked.getHikariPoolMXBean().getTotalConnections() >= config.getMaximumPoolSize();
        return new SQLTransientConnectionException(
                "no connection within " + config.getConnectionTimeout() + " ms (databases."
                        + ((Source) config.getDataSource()).database.name() + ".connectionTimeout): "
                        + (full ? "every connection of the pool is in use" : "the database did not answer"),
                error.getSQLState());
    }

    /**
     * Gives the connection the read-only hint. A driver may refuse the hint without harm, because the connection is for reads
     * only.
     */
    static void hintReadOnly(Connection connection) throws SQLException {
        try {
            connection.setReadOnly(true);
        } catch (final SQLException e) {
            if (!connection.isValid(VALID_SECONDS)) {
                throw e;
            }
        }
    }

    /**
     * Whether the server was reached, but the connection could not be set up. If the server cannot be reached, the cause of the
     * timeout is the driver's own exception.
     */
    private static boolean notMadeReady(SQLTransientConnectionException timeout) {
        return timeout.getCause() != null && !(timeout.getCause() instanceof SQLException);
    }

    private synchronized void replace(HikariDataSource broken) {
        if (pool == broken && !closed) {
            config.setDataSource(((Source) config.getDataSource()).again());
            pool = new HikariDataSource(config);
            close(broken);
        }
    }

    private static void close(HikariDataSource pool) {
        pool.close();
        ((Source) pool.getDataSource()).close();
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
        close(pool);
    }

    /**
     * The data source of a pool. HikariCP's own data source would set the pool's login timeout on {@link DriverManager}, which
     * affects every database in the process. When the pool is closed, this source also closes connections to a server that are
     * still being opened; the pool does not wait for them, because that may take long if the server is unavailable. Any thread.
     */
    static final class Source implements DataSource, AutoCloseable {

        private final DatabaseConfig database;
        private final Properties properties;
        private final Set<Connection> made = ConcurrentHashMap.newKeySet();
        private volatile boolean closed;

        /** @param properties the driver's properties, read at each connect; user and password are added */
        Source(DatabaseConfig database, Properties properties) {
            this.database = database;
            this.properties = properties;
        }

        @Override
        public Connection getConnection() throws SQLException {
            return getConnection(database.user(), database.password().value());
        }

        @Override
        public Connection getConnection(String user, String password) throws SQLException {
            final Properties all = new Properties();
            all.putAll(properties);
            all.setProperty("user", user);
            all.setProperty("password", password);
            final Connection connection =
                    DriverManager.getConnection(database.url().value(), all);
            made.removeIf(Source::isClosed);
            made.add(connection);
            if (closed) {
                close();
                throw new SQLException("the pool was closed");
            }
            return connection;
        }

        private static boolean isClosed(Connection connection) {
            try {
                return connection.isClosed();
            } catch (final SQLException e) {
                return false; // the connection is closed with the pool at the latest
            }
        }

        /** Returns the data source for a new pool to the same database. */
        Source again() {
            return new Source(database, properties);
        }

        /** Closes all connections that the pool has not closed, and makes this source close every connection opened later. */
        @Override
        public void close() {
            closed = true;
            for (final Connection connection : made) {
                try {
                    connection.close();
                } catch (final SQLException e) {
                    LOG.debug("{}: a connection was lost before it was closed", database.name(), e);
                }
            }
        }

        /** Does nothing, because the time limit is set by a property of the driver. */
        @Override
        public void setLoginTimeout(int seconds) {
            // HikariCP passes its connection timeout, but getLoginTimeout() must return another time
        }

        /**
         * Returns how many seconds HikariCP, when it is closed, waits for a connection that is being opened. It waits only for an
         * embedded database, because such a database has files.
         */
        @Override
        public int getLoginTimeout() {
            return Product.inThisProcess(database) ? OPENING_SECONDS : 0;
        }

        @Override
        public PrintWriter getLogWriter() {
            return null;
        }

        @Override
        public void setLogWriter(PrintWriter writer) throws SQLFeatureNotSupportedException {
            throw new SQLFeatureNotSupportedException("setLogWriter");
        }

        @Override
        public Logger getParentLogger() throws SQLFeatureNotSupportedException {
            throw new SQLFeatureNotSupportedException("getParentLogger");
        }

        @Override
        public <T> T unwrap(Class<T> type) throws SQLException {
            throw new SQLFeatureNotSupportedException("unwrap");
        }

        @Override
        public boolean isWrapperFor(Class<?> type) {
            return false;
        }
    }
}
