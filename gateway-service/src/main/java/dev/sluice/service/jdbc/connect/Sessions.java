package dev.sluice.service.jdbc.connect;

import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.core.MaskedLog;
import dev.sluice.service.core.footprint.DatabaseIdentity;
import dev.sluice.service.core.footprint.TableName;
import dev.sluice.service.jdbc.connect.Session.Turn;
import dev.sluice.service.jdbc.dialect.Dialect;
import dev.sluice.service.jdbc.dialect.Dialects;
import dev.sluice.service.jdbc.dialect.Generic;
import dev.sluice.service.jdbc.dialect.Query;
import dev.sluice.service.jdbc.dialect.SqlStates;
import dev.sluice.service.jdbc.dialect.Views;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.Lock;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;

/**
 * Opens the sessions of one database. Before the first session is opened, the init script is run. The first connection
 * queries the identity of the database before it is used for anything else. A dialect that can only be found by trial
 * statements is determined once. Any thread.
 */
public final class Sessions implements AutoCloseable {

    private static final Logger LOG = MaskedLog.of(Sessions.class);
    private static final Pattern LINE_END = Pattern.compile("\\s*\\R\\s*");

    /** The end of the log line about a database whose catalog is not read. Updates of such a database share no transactions. */
    private static final String UPDATES_ALONE =
            "; each update in a transaction of its own, except those with trust: transaction";

    private final String gateway;
    private final DatabaseConfig database;
    private final Connecting.Pools pools;
    private final DatabaseIdentity identity;
    private final Set<TableName> declared;
    private final InitScript init;
    private Dialect found;

    /**
     * @param pools the connection pools; they are given back when these sessions are closed
     * @param identity the identity of the database, set by the first connection
     * @param declared the table names in declarations
     */
    public Sessions(
            String gateway,
            DatabaseConfig database,
            Connecting.Pools pools,
            DatabaseIdentity identity,
            Set<TableName> declared) {
        this.gateway = gateway;
        this.database = database;
        this.pools = pools;
        this.identity = identity;
        this.declared = declared;
        this.init = pools.init();
    }

    /** Opens a session for updates or for reads; every exception counts as an outage. */
    Session open(boolean update) throws SQLException {
        init.runOnce();
        final Pool pool = pools.of(update);
        final Connection connection = pool.connection();
        try {
            return new Session(
                    connection,
                    dialect(connection),
                    (int) database.statementTimeout().toSeconds(),
                    database.secrets());
        } catch (final SQLException | RuntimeException e) {
            pool.evict(connection);
            throw e;
        }
    }

    /** Returns the dialect, and logs it on the first connection. */
    private synchronized Dialect dialect(Connection connection) throws SQLException {
        if (identity.unknown()) {
            identity.learn(DatabaseSelf.of(connection), views(connection));
        }
        if (found instanceof Generic) {
            return found;
        }
        final Dialect dialect = Dialects.of(connection);
        if (found == null) {
            LOG.info(
                    "{}: databases.{}: {} {}, asked {}",
                    gateway,
                    database.name(),
                    connection.getMetaData().getDatabaseProductName(),
                    LINE_END.matcher(connection.getMetaData().getDatabaseProductVersion())
                            .replaceAll(" "),
                    dialect.asked() + (Product.of(database).known() ? "" : UPDATES_ALONE));
        }
        found = dialect;
        return dialect;
    }

    /** Returns the tables that each declared view reads, and logs each view; empty if the database does not report them. */
    private Map<TableName, Optional<Set<TableName>>> views(Connection connection) throws SQLException {
        final Map<TableName, Optional<Set<TableName>>> views = Query.told(
                        connection,
                        () -> Views.among(connection, Product.of(database).syntax(), declared),
                        refused -> LOG.warn(
                                "{}: databases.{}: the database does not say which declared names are views: {}. A view counts"
                                        + " as a table of its own; declare the tables that views read, too",
                                gateway,
                                database.name(),
                                reason(refused)))
                .orElse(Map.of());
        if (!connection.getAutoCommit()) {
            connection.rollback();
        }
        views.entrySet().stream()
                .collect(Collectors.toMap(
                        view -> view.getKey().toString(), Map.Entry::getValue, (one, other) -> one, TreeMap::new))
                .forEach((view, tables) -> LOG.info(
                        "{}: databases.{}: {} is a view of {}: requests that declare it keep their order with updates of these",
                        gateway,
                        database.name(),
                        view,
                        TableName.listed(tables)));
        return views;
    }

    /** Returns the lock that a worker holds while its session works. */
    Lock turn() {
        return Turn.of(database.url());
    }

    /**
     * Closes a session's statements and then its connection for good. An open connection keeps the files of an embedded
     * database in use, and DuckDB 1.1 would wait for that connection forever when it opens the files again.
     */
    void evict(boolean update, Session session) {
        session.forget();
        pools.of(update).evict(session.connection());
    }

    boolean autoCommit(boolean update) {
        return pools.of(update).autoCommit();
    }

    /** Returns the time limit for the check whether a connection is still alive. */
    int patienceSeconds() {
        return (int) Math.max(1, database.connectionTimeout().toSeconds());
    }

    /**
     * Returns an error's message for the log. If the pool timed out, this is the message of the error that caused the timeout.
     */
    String reason(SQLException error) {
        return redacted(SqlStates.reason(error instanceof SQLTransientConnectionException ? cause(error) : error));
    }

    /** Returns the first SQLException among the causes: HikariCP wraps errors of connection setup in another exception. */
    private static SQLException cause(SQLException ofThePool) {
        for (Throwable cause = ofThePool.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException said) {
                return said;
            }
        }
        return ofThePool;
    }

    public String redacted(String said) {
        return redacted(said, database);
    }

    /** Returns the message as one line, without the password and without the URL's parameters, which may contain secrets. */
    public static String redacted(String said, DatabaseConfig database) {
        final String message =
                said.replace(database.url().value(), database.url().toString());
        return LINE_END.matcher(database.secrets().masked(message)).replaceAll(" ");
    }

    @Override
    public void close() {
        pools.giveBack();
    }
}
