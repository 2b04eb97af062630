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

/** The pools of one database: one for reads, read-only, and one for updates. Opening them asks nobody. */
public final class ConnectionPools {

    /** MariaDB and HSQLDB prepare no update after the hint. */
    private static final Set<Product> HINT_REFUSES = Set.of(Product.MARIADB, Product.HSQLDB);

    /** How much longer than a statement may take the network may be silent before the connection counts as dead. */
    private static final long SILENCE_SECONDS = 10;

    /**
     * Types that the PostgreSQL driver prints differently when it gets them as bits, which it does once the server keeps
     * the statement: points, boxes, times with zone, and all arrays that it takes so.
     */
    private static final String READ_AS_TEXT = "600,603,1266,1001,1005,1007,1009,1015,1016,1021,1022,1028,1270";

    /** A shorter time that is set for the database or the user stays. */
    private static final String STATEMENT_TIMEOUT =
            "SELECT set_config(name, CASE WHEN setting::bigint BETWEEN 1 AND %d000 THEN"
                    + " setting ELSE '%1$d000' END, false) FROM pg_settings WHERE name = 'statement_timeout'";

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

    /** Options for faster batches, of the drivers of PostgreSQL, MySQL and MariaDB. */
    private static final List<String> NO_COUNTS =
            List.of("reWriteBatchedInserts", "rewriteBatchedStatements", "useBulkStmts", "useBulkStmtsForInserts");

    private static final Pattern GUESSED_TEXTS =
            Pattern.compile("[?&]stringtype=unspecified(&|$)", Pattern.CASE_INSENSITIVE);

    /**
     * Bytes that the driver may read of one result in the smallest heap: more than {@code limits.resultBytes} can be.
     */
    private static final long MOST_OF_ONE = 32L << 20;

    private ConnectionPools() {}

    /**
     * Connections for reads: auto-commit, unless a snapshot is wanted. Whoever reads begins a transaction for a
     * result that is to come in parts.
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

    /** Connections for updates, one for each lane. */
    public static Pool updates(String gateway, DatabaseConfig database, int lanes) {
        final HikariConfig pool = pool(gateway + "-" + database.name() + "-update", database, lanes);
        pool.setAutoCommit(false);
        if (Product.of(database) == Product.POSTGRESQL) {
            final long seconds = database.statementTimeout().toSeconds() + SILENCE_SECONDS;
            pool.setConnectionInitSql(pool.getConnectionInitSql() + "; " + GIVES_UP_SOON.formatted(seconds, seconds));
        }
        return new Pool(pool, false);
    }

    /** One connection, for a look at the database: read-only where updates can be prepared even so, auto-commit off. */
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
                    + " server guesses the type of a text from its place, and of a chunk's texts it guesses another one;"
                    + " remove it, and say the type in the statement, as in WHERE email = CAST(? AS citext)");
        }
        final HikariConfig pool = new HikariConfig();
        pool.setPoolName(name);
        pool.setDataSource(new Pool.Source(database, pool.getDataSourceProperties()));
        pool.setMaximumPoolSize(connections);
        // Filled at once: asked for one by one, a new pool sometimes opens fewer than are waited for.
        pool.setMinimumIdle(connections);
        pool.setMaxLifetime(0);
        pool.setConnectionTimeout(database.connectionTimeout().toMillis());
        pool.setInitializationFailTimeout(-1);
        pool.setExceptionOverride(new WorkerDecides());
        boundLogin(pool, database);
        if (product == Product.POSTGRESQL) {
            postgres(pool, name, database);
        } else if (product == Product.MARIADB) {
            pool.addDataSourceProperty("useBulkStmtsForInserts", "false"); // refuses some, and may keep their counts
        }
        return pool;
    }

    /** Bounds how long a driver may take to connect, unless the URL does. */
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
