package dev.sluice.service.jdbc.connect;

import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.config.yaml.Secrets;
import dev.sluice.service.jdbc.dialect.SqlStates;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.locks.Lock;
import java.util.regex.Pattern;

/** Opens the sessions of one pool. Any thread. */
public final class Sessions implements AutoCloseable {

    private static final Pattern LINE_END = Pattern.compile("\\s*\\R\\s*");

    private final DatabaseConfig database;
    private final Secrets secrets;
    private final Pool pool;
    private final InitScript init;
    private final KnownDialect dialect;

    /** @param init what the first session of the database must find done */
    public Sessions(DatabaseConfig database, Pool pool, InitScript init, KnownDialect dialect) {
        this.database = database;
        this.secrets = database.secrets();
        this.pool = pool;
        this.init = init;
        this.dialect = dialect;
    }

    /** A session on a connection of the pool; every error is an outage. */
    Session open() throws SQLException {
        init.runOnce();
        final Connection connection = pool.connection();
        try {
            return new Session(
                    connection,
                    dialect.of(connection),
                    (int) database.statementTimeout().toSeconds(),
                    secrets);
        } catch (final SQLException | RuntimeException e) {
            pool.evict(connection);
            throw e;
        }
    }

    /** What a worker holds while its session is at work. */
    Lock turn() {
        return Turn.of(database.url());
    }

    /**
     * Closes a session's connection for good, after its statements: to a database in this process an open one keeps its
     * files, and DuckDB 1.1 would wait for it without end when it opens them again.
     */
    void evict(Session session) {
        session.forget();
        pool.evict(session.connection());
    }

    boolean autoCommit() {
        return pool.autoCommit();
    }

    /** How long to wait for a sign of life. */
    int patienceSeconds() {
        return (int) Math.max(1, database.connectionTimeout().toSeconds());
    }

    /** What an error says, for the log: of a pool's timeout what is behind it. */
    String reason(SQLException error) {
        final SQLException said = error instanceof SQLTransientConnectionException ? behind(error) : error;
        final String state = SqlStates.state(said);
        return redacted(said.getMessage() + (state.isEmpty() ? "" : " (SQLState " + state + ")"));
    }

    /** Around an error while a connection was made ready there is one that is no SQLException. */
    private static SQLException behind(SQLException ofThePool) {
        for (Throwable cause = ofThePool.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException said) {
                return said;
            }
        }
        return ofThePool;
    }

    public String redacted(String said) {
        return redacted(said, database, secrets);
    }

    /** The message in one line, without the URL's parameters, and without what is secret of them and the password. */
    public static String redacted(String said, DatabaseConfig database) {
        return redacted(said, database, database.secrets());
    }

    private static String redacted(String said, DatabaseConfig database, Secrets secrets) {
        final String message =
                said.replace(database.url().value(), database.url().toString());
        return LINE_END.matcher(secrets.masked(message)).replaceAll(" ");
    }

    @Override
    public void close() {
        pool.close();
    }
}
