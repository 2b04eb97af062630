package dev.sluice.service.jdbc.connect;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.SQLExceptionOverride;
import dev.sluice.service.config.DatabaseConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Creates the pools of one database: a read-only pool for reads, and a pool for updates. Creating them needs no server. */
public final class ConnectionPools {

    /** The products that refuse to prepare an update on a connection with the read-only hint. */
    private static final Set<Product> HINT_REFUSES = Set.of(Product.MARIADB, Product.HSQLDB);

    /** A connection counts as dead if the network is silent for this much longer than the statement timeout. */
    private static final long SILENCE_SECONDS = 10;

    /**
     * The OIDs of the types that PostgreSQL must send as text: points, boxes, times with zone, and all arrays with a binary form.
     * For statements that the server keeps prepared, the driver would otherwise receive these values in binary form, and convert
     * them to a different text.
     */
    private static final String READ_AS_TEXT = "600,603,1266,1001,1005,1007,1009,1015,1016,1021,1022,1028,1270";

    /** Sets the statement timeout, unless a shorter one is set for the database or the user. */
    private static final String STATEMENT_TIMEOUT =
            "SELECT set_config(name, CASE WHEN setting::bigint BETWEEN 1 AND %d000 THEN"
                    + " setting ELSE '%1$d000' END, false) FROM pg_settings WHERE name = 'statement_timeout'";

    /** Turns off all other timeouts that the server's version has, because a session may be idle for long. */
    private static final String NO_OTHER_TIMEOUTS = "SELECT set_config(name, '0', false) FROM pg_settings WHERE name IN"
            + " ('transaction_timeout', 'idle_session_timeout', 'idle_in_transaction_session_timeout')";

    /**
     * Makes the server end an update session soon after the gateway has vanished without closing the session. Otherwise TCP would
     * keep the session for hours, and the next gateway would wait for its locks, which include the lock of the checkpoint.
     */
    private static final String GIVES_UP_SOON = "SELECT set_config(name, CASE name WHEN 'tcp_user_timeout' THEN '%d000'"
            + " WHEN 'idle_in_transaction_session_timeout' THEN '%d000' WHEN 'tcp_keepalives_count' THEN '3'"
            + " ELSE '10' END, false) FROM pg_settings WHERE name IN ('tcp_user_timeout',"
            + " 'idle_in_transaction_session_timeout', 'tcp_keepalives_count', 'tcp_keepalives_idle',"
            + " 'tcp_keepalives_interval')";

    /** Driver options of PostgreSQL, MySQL and MariaDB that make batches faster but lose their update counts. */
    private static final List<String> NO_COUNTS =
            List.of("reWriteBatchedInserts", "rewriteBatchedStatements", "useBulkStmts", "useBulkStmtsForInserts");

    private static final Pattern GUESSED_TEXTS =
            Pattern.compile("[?&]stringtype=unspecified(&|$)", Pattern.CASE_INSENSITIVE);

    /** In this mode the driver runs a statement in order to report its parameters or columns. */
    private static final Pattern RUNS_TO_DESCRIBE =
            Pattern.compile("[?&]preferQueryMode=simple(&|$)", Pattern.CASE_INSENSITIVE);

    /**
     * The driver may read at least this many bytes of one result, however small the heap is. {@code limits.resultBytes} is always
     * smaller.
     */
    private static final long MOST_OF_ONE = 32L << 20;

    private ConnectionPools() {}

    /**
     * Creates the pool for reads. Its connections use auto-commit, unless a snapshot is configured. A reader begins a
     * transaction itself for a result that it fetches in parts.
     */
    public static Pool reads(String gateway, DatabaseConfig database, int connections) {
        final HikariConfig pool = pool(gateway + "-" + database.name() + "-read", database, connections);
        final Product product = Product.of(database);
        if (product.known()) {
            pool.setReadOnly(true);
        }
        pool.setAutoCommit(!database.snapshot());
        if (database.snapshot()) {
            pool.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");
        }
        return new Pool(pool, !product.known());
    }

    /** Creates the pool for updates, with one connection for each lane. */
    public static Pool updates(String gateway, DatabaseConfig database, int lanes) {
        final HikariConfig pool = pool(gateway + "-" + database.name() + "-update", database, lanes);
        pool.setAutoCommit(false);
        if (Product.of(database) == Product.POSTGRESQL) {
            final long seconds = database.statementTimeout().toSeconds() + SILENCE_SECONDS;
            pool.setConnectionInitSql(pool.getConnectionInitSql() + "; " + GIVES_UP_SOON.formatted(seconds, seconds));
        }
        return new Pool(pool, false);
    }

    /**
     * Opens one connection to inspect the database, with auto-commit off. It is read-only, unless the product refuses to prepare
     * updates on a read-only connection.
     */
    public static Connection once(String gateway, DatabaseConfig database) throws SQLException {
        final HikariConfig pool = pool(gateway + "-" + database.name() + "-check", database, 1);
        final Connection connection = pool.getDataSource().getConnection();
        if (pool.getConnectionInitSql() != null) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(pool.getConnectionInitSql());
            }
        }
        if (!HINT_REFUSES.contains(Product.of(database))) {
            Pool.hintReadOnly(connection);
        }
        connection.setAutoCommit(false);
        return connection;
    }

    private static HikariConfig pool(String name, DatabaseConfig database, int connections) {
        Product.requireDriver(database);
        final Product product = Product.of(database);
        final String url = database.url().value();
        for (final String option : NO_COUNTS) {
            if (url.toLowerCase(Locale.ROOT).contains(option.toLowerCase(Locale.ROOT) + "=true")) {
                throw new IllegalArgumentException("databases." + database.name() + ".url: " + option
                        + " takes away the update counts of batches; remove it");
            }
        }
        if (product == Product.POSTGRESQL && GUESSED_TEXTS.matcher(url).find()) {
            throw new IllegalArgumentException("databases." + database.name() + ".url: with stringtype=unspecified the"
                    + " server guesses the type of a string from its context, and may guess another type in a chunk;"
                    + " remove that option, and name the type in the statement, as in WHERE email = CAST(? AS citext)");
        }
        if (product == Product.POSTGRESQL && RUNS_TO_DESCRIBE.matcher(url).find()) {
            throw new IllegalArgumentException("databases." + database.name() + ".url: with preferQueryMode=simple the"
                    + " driver runs a statement that it should only describe, so an update might run twice; remove that"
                    + " option, or set preferQueryMode=extendedForPrepared");
        }
        final HikariConfig pool = new HikariConfig();
        pool.setPoolName(name);
        pool.setDataSource(new Pool.Source(database, pool.getDataSourceProperties()));
        pool.setMaximumPoolSize(connections);
        // The pool is filled at once. On demand, a new pool sometimes opens fewer connections than callers wait for.
        pool.setMinimumIdle(connections);
        pool.setMaxLifetime(0);
        pool.setConnectionTimeout(database.connectionTimeout().toMillis());
        pool.setInitializationFailTimeout(-1);
        pool.setExceptionOverride(new WorkerDecides());
        boundLogin(pool, database);
        if (product == Product.POSTGRESQL) {
            postgres(pool, name, database);
        } else if (product == Product.MARIADB) {
            // Bulk statements are off, because the server refuses some of them, and they may lose update counts.
            pool.addDataSourceProperty("useBulkStmtsForInserts", "false");
        }
        return pool;
    }

    /** Limits the time that the driver may take to connect, unless the URL sets a limit. */
    private static void boundLogin(HikariConfig pool, DatabaseConfig database) {
        final String property = Product.of(database).loginProperty();
        final String url = database.url().value().toLowerCase(Locale.ROOT);
        if (!property.isEmpty() && !url.contains(property.toLowerCase(Locale.ROOT) + "=")) {
            final long millis = database.connectionTimeout().toMillis();
            final long time = property.equals(Product.LOGIN_TIMEOUT) ? Math.max(1, (millis + 500) / 1_000) : millis;
            pool.addDataSourceProperty(property, Long.toString(time));
        }
    }

    /**
     * Never evicts a connection after an error, because the worker decides when to do so. HikariCP would close the connection for
     * some SQL states that only concern one statement. The next statement would then fail, although that statement is correct.
     */
    private static final class WorkerDecides implements SQLExceptionOverride {

        @java.lang.Override // SQLExceptionOverride has a type named Override, too
        public SQLExceptionOverride.Override adjudicate(SQLException error) {
            return SQLExceptionOverride.Override.DO_NOT_EVICT;
        }
    }

    /**
     * Returns the maximum size, in bytes, of one result that the driver reads. A larger result might exhaust the heap. The limit
     * grows with the heap, so that a large heap is used for the results of large chunks. The result of a single item has its own
     * limit.
     */
    public static long mostOfOne() {
        return Math.max(MOST_OF_ONE, Runtime.getRuntime().maxMemory() / 8);
    }

    private static void postgres(HikariConfig pool, String name, DatabaseConfig database) {
        final long seconds = database.statementTimeout().toSeconds();
        pool.setIsolateInternalQueries(true); // commits the settings, because a rollback would undo them
        pool.setConnectionInitSql(STATEMENT_TIMEOUT.formatted(seconds) + "; " + NO_OTHER_TIMEOUTS);
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
}
