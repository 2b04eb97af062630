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

/** A session that inspects a database without changing it. Each inspection is its own transaction. Used by one thread. */
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

    /** One inspection. */
    public interface Work<T> {
        T run(Session session) throws SQLException, DatabaseException, CheckpointException;
    }

    /**
     * Connects.
     *
     * @param url the URL to open, which may differ from the configured one
     * @param server the longest time that the driver may wait for a server, unless the database's configured limit is shorter
     * @param longest the time limit of the whole attempt to connect; if it is not longer than {@code server}, the driver's limit
     *     is used. An attempt may exceed the driver's limit, because an embedded database first reads its files, or because the
     *     driver ignores the limit
     * @throws UnreachableException if no connection can be opened
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
            // Waits a little longer than the driver may take, because the driver's own message says more than the
            // message below.
            return of(database, attempt.get(millis + 500, TimeUnit.MILLISECONDS));
        } catch (final TimeoutException e) {
            throw new UnreachableException(
                    "no connection within " + millis + " ms ("
                            + (within.equals(database.connectionTimeout())
                                    ? "databases." + database.name() + ".connectionTimeout"
                                    : "this command's own limit")
                            + "): the database did not answer",
                    false);
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

    /** Runs one inspection and rolls back its transaction, so that nothing stays locked. */
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
            return; // the next inspection will report the error
        }
    }

    /** Closes the connection. This closes an embedded database as well, unless it is in use elsewhere in this process. */
    @Override
    public void close() {
        close(connection);
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (final SQLException e) {
            return; // there are no changes that could be lost
        }
    }

    /** A database could not be inspected. The message is written for the user and contains no secret. */
    public static final class UnreachableException extends Exception {

        private static final long serialVersionUID = 1L;

        private final boolean inUse;

        public UnreachableException(String message, boolean inUse) {
            super(message);
            this.inUse = inUse;
        }

        /** Whether the only known reason is that another process has the database's files open. */
        public boolean inUse() {
            return inUse;
        }
    }
}
