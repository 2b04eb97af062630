package dev.sluice.service.jdbc.connect;

import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.config.yaml.JdbcUrl;
import dev.sluice.service.jdbc.connect.Product.MissingDriverException;
import dev.sluice.service.jdbc.connect.Session.Turn;
import dev.sluice.service.jdbc.dialect.Dialects;
import dev.sluice.service.jdbc.dialect.SqlStates;
import dev.sluice.service.update.CheckpointException;
import dev.sluice.service.update.DatabaseException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;

/** A session that looks at a database and changes nothing. Every look is a transaction of its own. One thread. */
public final class Look implements AutoCloseable {

    private final DatabaseConfig database;
    private final Connection connection;
    private final Session session;
    private final Lock turn;

    private Look(DatabaseConfig database, Connection connection) throws SQLException {
        this.database = database;
        this.connection = connection;
        this.session = new Session(
                connection,
                Dialects.of(connection),
                (int) database.statementTimeout().toSeconds(),
                database.secrets());
        this.turn = Turn.of(database.url());
    }

    /** Something looked at. */
    public interface Work<T> {
        T run(Session session) throws SQLException, DatabaseException, CheckpointException;
    }

    /**
     * Connects.
     *
     * @param url what is opened, perhaps in place of the database's own URL
     * @param server how long the driver may wait for a server, unless the database's own limit is shorter
     * @param longest how long it may take in all, if that is longer: files may take long to be read, and not every driver
     *     keeps its limit
     * @throws UnreachableException if there is no connection
     */
    public static Look at(String gateway, DatabaseConfig database, String url, Duration server, Duration longest)
            throws UnreachableException {
        final DatabaseConfig opened = database.at(new JdbcUrl(url), server);
        final FutureTask<Connection> attempt = new FutureTask<>(() -> ConnectionPools.once(gateway, opened));
        final Thread thread = new Thread(attempt, gateway + "-" + database.name() + "-connect");
        thread.setDaemon(true);
        thread.start();
        final Duration within = longest.compareTo(server) > 0 ? longest : opened.connectionTimeout();
        final long millis = within.toMillis();
        try {
            // a little longer than the driver may take, whose own message says more
            return of(database, attempt.get(millis + 500, TimeUnit.MILLISECONDS));
        } catch (final TimeoutException e) {
            throw new UnreachableException("no connection within " + millis + " ms", false);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnreachableException("the check was interrupted", false);
        } catch (final ExecutionException e) {
            throw unreachable(database, opened, e.getCause());
        }
    }

    private static Look of(DatabaseConfig database, Connection connection) throws UnreachableException {
        try {
            return new Look(database, connection);
        } catch (final SQLException e) {
            close(connection);
            throw unreachable(database, database, e);
        }
    }

    private static UnreachableException unreachable(DatabaseConfig database, DatabaseConfig opened, Throwable error) {
        final String said = error instanceof SQLException sql
                ? SqlStates.described(sql)
                : error instanceof MissingDriverException missing
                        ? missing.reason()
                        : String.valueOf(error.getMessage() == null ? error : error.getMessage());
        final String text = Sessions.redacted(
                said.replace(opened.url().value(), database.url().toString()), database);
        final boolean inUse = error instanceof SQLException sql
                && Embedded.inUse(database.url().value(), SqlStates.state(sql));
        return new UnreachableException(text, inUse);
    }

    public Session session() {
        return session;
    }

    /** Looks; nothing stays locked. */
    public <T> T look(Work<T> work) throws UnreachableException {
        turn.lock();
        try {
            return work.run(session);
        } catch (final SQLException e) {
            throw unreachable(database, database, e);
        } catch (final DatabaseException | CheckpointException e) {
            throw new UnreachableException(Sessions.redacted(e.getMessage(), database), false);
        } finally {
            end();
            turn.unlock();
        }
    }

    private void end() {
        try {
            connection.rollback();
        } catch (final SQLException e) {
            return; // the next look says what is wrong
        }
    }

    /** An embedded database is closed with it, if nobody else in this process has it open. */
    @Override
    public void close() {
        close(connection);
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (final SQLException e) {
            return; // nothing was changed that could be lost
        }
    }

    /** A database could not be looked at. The message is fit for the user and holds no secret. */
    public static final class UnreachableException extends Exception {

        private static final long serialVersionUID = 1L;

        private final boolean inUse;

        public UnreachableException(String message, boolean inUse) {
            super(message);
            this.inUse = inUse;
        }

        /** Whether another process has its files open; then nothing else is known to be wrong. */
        public boolean inUse() {
            return inUse;
        }
    }
}
