package dev.sluice.service.jdbc.connect;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.sluice.service.config.DatabaseConfig;
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
import org.slf4j.LoggerFactory;

/**
 * The connections of a database for one purpose. Opening it asks nobody. Any thread.
 *
 * <p>HikariCP asks its first connection for the server's isolation level. A driver that says -1 when that connection is
 * lost just then, as PostgreSQL's 42.7.7 and not its 42.7.14, is never asked again, and no connection is ever made ready
 * (HikariCP's issues 1944 and 2269). So a pool that has never given a connection, and had one that it could not make ready,
 * is replaced by a new one.
 */
public final class Pool implements AutoCloseable {

    private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(Pool.class);

    /** How long a connection that refused something may take to say that it lives. */
    private static final int VALID_SECONDS = 5;

    /** How long a database in this process may still be opened after its pool was closed. */
    private static final int OPENING_SECONDS = 5;

    private final HikariConfig config;
    private volatile HikariDataSource pool;
    private final boolean readOnly;
    private volatile boolean proven;
    private boolean closed;

    /** @param readOnly whether each connection is told, as far as its driver takes it, that it only reads */
    Pool(HikariConfig config, boolean readOnly) {
        this.config = config;
        this.readOnly = readOnly;
        this.pool = new HikariDataSource(config);
    }

    /** A connection of its own for the caller; every error is an outage. */
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
            throw e;
        }
    }

    /** A driver may refuse it: what is asked there only reads, all the same. */
    static void hintReadOnly(Connection connection) throws SQLException {
        try {
            connection.setReadOnly(true);
        } catch (final SQLException e) {
            if (!connection.isValid(VALID_SECONDS)) {
                throw e;
            }
        }
    }

    /** The server was reached: what it says when it is not comes from the driver as it is. */
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
     * The origin of a pool's connections. HikariCP's own would give the pool's login timeout to {@link DriverManager},
     * for every database of the process. And a pool that is closed waits for no server's connection that is being made, which
     * may take as long as it likes where the server is away: this closes it. Any thread.
     */
    static final class Source implements DataSource, AutoCloseable {

        private final DatabaseConfig database;
        private final Properties properties;
        private final Set<Connection> made = ConcurrentHashMap.newKeySet();
        private volatile boolean closed;

        /** @param properties for the driver, as they are when it connects; user and password are added */
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
                return false; // it is closed with the pool at the latest
            }
        }

        /** Returns the origin of another pool's connections, to the same database. */
        Source again() {
            return new Source(database, properties);
        }

        /** Closes the connections that the pool has not closed: those that it does not know yet, and those that will be made. */
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

        /** Drivers have a property of their own for it. */
        @Override
        public void setLoginTimeout(int seconds) {
            // HikariCP's time for a connection; see getLoginTimeout()
        }

        /** The seconds that HikariCP waits for a connection that is being made when it is closed: one in this process has files. */
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
