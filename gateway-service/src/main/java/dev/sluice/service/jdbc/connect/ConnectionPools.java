package dev.sluice.service.jdbc.connect;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.SQLExceptionOverride;
import dev.sluice.service.config.DatabaseConfig;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.slf4j.LoggerFactory;

/** The pools of one database: one for reads, read-only, and one connection for updates. Opening them asks nobody. */
public final class ConnectionPools {

    private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(ConnectionPools.class);

    /** How much longer than a statement may take the network may be silent before the connection counts as dead. */
    private static final long SILENCE_SECONDS = 10;

    /**
     * Types that the PostgreSQL driver prints differently when it gets them as bits, which it does once the server keeps
     * the statement: points, boxes, times with zone, and all arrays that it takes so.
     */
    private static final String READ_AS_TEXT = "600,603,1266,1001,1005,1007,1009,1015,1016,1021,1022,1028,1270";

    /** The server's other clocks, as far as its version has them: a session waits for work as long as it must. */
    private static final String NO_OTHER_TIMEOUTS = "SELECT set_config(name, '0', false) FROM pg_settings WHERE name IN"
            + " ('transaction_timeout', 'idle_session_timeout', 'idle_in_transaction_session_timeout')";

    /**
     * An updating session whose gateway vanished without a word must not hold its locks, the checkpoint's among them, for
     * the hours that TCP would let it: the next gateway waits for them.
     */
    private static final String GIVES_UP_SOON = "SELECT set_config(name, CASE name WHEN 'tcp_user_timeout' THEN '%d000'"
            + " WHEN 'idle_in_transaction_session_timeout' THEN '%d000' WHEN 'tcp_keepalives_count' THEN '3'"
            + " ELSE '10' END, false) FROM pg_settings WHERE name IN ('tcp_user_timeout',"
            + " 'idle_in_transaction_session_timeout', 'tcp_keepalives_count', 'tcp_keepalives_idle',"
            + " 'tcp_keepalives_interval')";

    /** What drivers offer for faster batches, PostgreSQL's, MySQL's and MariaDB's. */
    private static final List<String> NO_COUNTS =
            List.of("reWriteBatchedInserts", "rewriteBatchedStatements", "useBulkStmts", "useBulkStmtsForInserts");

    private static final Pattern GUESSED_TEXTS =
            Pattern.compile("[?&]stringtype=unspecified(&|$)", Pattern.CASE_INSENSITIVE);

    /** What the driver may read of one result in the smallest heap: more than {@code limits.resultBytes} can be. */
    private static final long MOST_OF_ONE = 32L << 20;

    private ConnectionPools() {}

    /**
     * Connections for reads: auto-commit, unless a snapshot is wanted. Whoever reads begins a transaction for a
     * result that is to come in parts.
     */
    public static Pool reads(String gateway, DatabaseConfig database, int connections) {
        final HikariConfig pool = pool(gateway + "-" + database.name() + "-read", database, connections);
        if (sqlite(database)) {
            pool.setConnectionInitSql("PRAGMA query_only = 1"); // an open connection takes no other word for it
        } else if (!Drivers.unknown(database)) {
            pool.setReadOnly(true);
        }
        pool.setAutoCommit(!database.snapshot());
        if (database.snapshot()) {
            // SQLite knows only this one
            pool.setTransactionIsolation(sqlite(database) ? "TRANSACTION_SERIALIZABLE" : "TRANSACTION_REPEATABLE_READ");
        }
        return new Pool(pool, Drivers.unknown(database));
    }

    /** The connection for updates. */
    public static Pool updates(String gateway, DatabaseConfig database) {
        final HikariConfig pool = pool(gateway + "-" + database.name() + "-update", database, 1);
        pool.setAutoCommit(false);
        if (postgres(database)) {
            final long seconds = database.statementTimeout().toSeconds() + SILENCE_SECONDS;
            pool.setConnectionInitSql(pool.getConnectionInitSql() + "; " + GIVES_UP_SOON.formatted(seconds, seconds));
        }
        return new Pool(pool, false);
    }

    /** One connection as the pool for reads has them, for a look at the database: read-only, auto-commit off. */
    public static Connection once(String gateway, DatabaseConfig database) throws SQLException {
        final HikariConfig pool = pool(gateway + "-" + database.name() + "-check", database, 1);
        final Connection connection = pool.getDataSource().getConnection();
        if (pool.getConnectionInitSql() != null) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(pool.getConnectionInitSql());
            }
        }
        // SQLite's driver does not take it of an open connection, and MariaDB would not prepare updates
        if (!sqlite(database) && !mariaDb(database)) {
            Pool.hintReadOnly(connection);
        }
        connection.setAutoCommit(false);
        return connection;
    }

    /** Whether it is certain that connecting opens no database in this process. */
    static boolean server(DatabaseConfig database) {
        return postgres(database) || mariaDb(database);
    }

    private static boolean postgres(DatabaseConfig database) {
        return database.url().value().startsWith("jdbc:postgresql:");
    }

    private static boolean mariaDb(DatabaseConfig database) {
        return database.url().value().startsWith("jdbc:mariadb:");
    }

    private static boolean sqlite(DatabaseConfig database) {
        return database.url().value().startsWith("jdbc:sqlite:");
    }

    private static HikariConfig pool(String name, DatabaseConfig database, int connections) {
        Drivers.require(database);
        final String url = database.url().value();
        for (final String option : NO_COUNTS) {
            if (url.toLowerCase(Locale.ROOT).contains(option.toLowerCase(Locale.ROOT) + "=true")) {
                throw new IllegalArgumentException("databases." + database.name() + ".url: " + option
                        + " takes away the update counts of batches; remove it");
            }
        }
        if (postgres(database) && GUESSED_TEXTS.matcher(url).find()) {
            throw new IllegalArgumentException("databases." + database.name() + ".url: with stringtype=unspecified the"
                    + " server guesses the type of a text from its place, and of a chunk's texts it guesses another one;"
                    + " remove it, and say the type in the statement, as in WHERE email = CAST(? AS citext)");
        }
        final HikariConfig pool = new HikariConfig();
        pool.setPoolName(name);
        pool.setDataSource(new Source(database, pool.getDataSourceProperties()));
        pool.setMaximumPoolSize(connections);
        // Filled at once: asked for one by one, a new pool sometimes opens fewer than are waited for.
        pool.setMinimumIdle(connections);
        pool.setMaxLifetime(0);
        pool.setConnectionTimeout(database.connectionTimeout().toMillis());
        pool.setInitializationFailTimeout(-1);
        pool.setExceptionOverride(new WorkerDecides());
        boundLogin(pool, database);
        if (postgres(database)) {
            postgres(pool, name, database);
        } else if (mariaDb(database)) {
            pool.addDataSourceProperty("useBulkStmtsForInserts", "false"); // refuses some, and may keep their counts
        } else if (sqlite(database)) {
            pool.addDataSourceProperty("limit_length", Long.toString(Math.min(Integer.MAX_VALUE, mostOfOne())));
        }
        return pool;
    }

    /** How long a driver may take to connect, unless the URL says it. H2, SQLite and Derby have no such property. */
    private static void boundLogin(HikariConfig pool, DatabaseConfig database) {
        final long millis = database.connectionTimeout().toMillis();
        final String seconds = Long.toString(Math.max(1, (millis + 500) / 1_000));
        switch (database.url().value().split(":", 3)[1]) {
            case "postgresql", "hsqldb", "sqlserver", "db2" -> boundLogin(pool, database, "loginTimeout", seconds);
            case "mariadb", "mysql" -> boundLogin(pool, database, "connectTimeout", Long.toString(millis));
            case "oracle" -> boundLogin(pool, database, "oracle.net.CONNECT_TIMEOUT", Long.toString(millis));
            default -> {
                // a property that a driver does not know may be refused
            }
        }
    }

    private static void boundLogin(HikariConfig pool, DatabaseConfig database, String property, String value) {
        if (!database.url().value().toLowerCase(Locale.ROOT).contains(property.toLowerCase(Locale.ROOT) + "=")) {
            pool.addDataSourceProperty(property, value);
        }
    }

    /**
     * Leaves it to the worker when a connection is given up: Hikari would cut it at states that here are one statement's
     * failure, and what comes next on it would fail, too, though nothing is wrong with it.
     */
    private static final class WorkerDecides implements SQLExceptionOverride {

        @java.lang.Override // the interface has a type of that name
        public SQLExceptionOverride.Override adjudicate(SQLException error) {
            return SQLExceptionOverride.Override.DO_NOT_EVICT;
        }
    }

    /** A larger result would end the process. Chunks have room in a heap that has; one item has its own limit. */
    public static long mostOfOne() {
        return Math.max(MOST_OF_ONE, Runtime.getRuntime().maxMemory() / 8);
    }

    private static void postgres(HikariConfig pool, String name, DatabaseConfig database) {
        final long seconds = database.statementTimeout().toSeconds();
        pool.setIsolateInternalQueries(true); // commits the setting, which a rollback would take back
        pool.setConnectionInitSql("SET statement_timeout = '" + seconds + "s'; " + NO_OTHER_TIMEOUTS);
        pool.addDataSourceProperty("ApplicationName", name);
        pool.addDataSourceProperty("tcpKeepAlive", "true");
        pool.addDataSourceProperty("socketTimeout", Long.toString(seconds + SILENCE_SECONDS));
        pool.addDataSourceProperty(
                "connectTimeout",
                Long.toString(Math.max(1, database.connectionTimeout().toSeconds())));
        pool.addDataSourceProperty("maxResultBuffer", Long.toString(mostOfOne()));
        pool.addDataSourceProperty("prepareThreshold", "1");
        pool.addDataSourceProperty("readOnlyMode", "always");
        pool.addDataSourceProperty("binaryTransferDisable", READ_AS_TEXT);
    }

    /**
     * Where a pool gets its connections from. HikariCP's own would give the pool's login timeout to {@link DriverManager},
     * for every database of the process. And a pool that is closed waits for no connection that is being made, which may take
     * as long as it likes where the server is away: this closes it. Any thread.
     */
    private static final class Source implements DataSource, AutoCloseable {

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
            for (final Connection earlier : made) {
                if (earlier.isClosed()) {
                    made.remove(earlier);
                }
            }
            made.add(connection);
            if (closed) {
                close();
                throw new SQLException("the pool was closed");
            }
            return connection;
        }

        /** Closes all that its pool has not closed: those that it does not know yet, and those that will be made. */
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
            // HikariCP says how long it would wait for a connection that is being made when it is closed
        }

        @Override
        public int getLoginTimeout() {
            return 0;
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

    /**
     * The connections of a database for one purpose. Opening it asks nobody. Any thread.
     *
     * <p>HikariCP asks its first connection for the server's isolation level. A driver that says -1 when that connection is
     * lost just then, as PostgreSQL's 42.7.7 and not its 42.7.14, is never asked again, and no connection is ever made ready
     * (HikariCP's issues 1944 and 2269). So a pool that has never given a connection, and had one that it could not make ready,
     * is replaced by a new one.
     */
    public static final class Pool implements AutoCloseable {

        /** How long a connection that refused something may take to say that it lives. */
        private static final int VALID_SECONDS = 5;

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
                pool = new HikariDataSource(config);
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
            ((Source) config.getDataSource()).close();
        }
    }
}
