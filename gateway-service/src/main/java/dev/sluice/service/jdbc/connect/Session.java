package dev.sluice.service.jdbc.connect;

import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.config.yaml.JdbcUrl;
import dev.sluice.service.config.yaml.Secrets;
import dev.sluice.service.jdbc.dialect.Dialect;
import dev.sluice.service.jdbc.dialect.FormCheck;
import dev.sluice.service.jdbc.dialect.Generic;
import dev.sluice.service.jdbc.dialect.Query;
import dev.sluice.service.jdbc.dialect.ReadForms;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.dialect.SqlStates;
import dev.sluice.service.jdbc.sql.SqlText;
import dev.sluice.service.update.DatabaseException;
import dev.sluice.service.update.DatabaseException.Meaning;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.postgresql.PGConnection;

/** One connection with its prepared statements and a count of its round trips. Belongs to one worker. */
public final class Session {

    /** The maximum number of statements that stay prepared. If it is exceeded, the least recently used statement is closed. */
    private static final int KEPT = 256;

    /** Means that no statement needs its own timeout, because the connection has one. */
    private static final int ON_CONNECTION = 0;

    private final Connection connection;
    private final Dialect dialect;
    private final SqlStates states;
    private final Binder binder;
    private final boolean postgres;
    /** Whether each statement is its own transaction while no transaction was begun with {@link #begin}. */
    private final boolean commitsEach;
    /** Whether the session is for updates: then a read-only server, for example after a failover, counts as unavailable. */
    private final boolean writes;

    private final int queryTimeoutSeconds;

    private final Map<String, Prepared> prepared = new LinkedHashMap<>(64, 0.75f, true);
    private final Secrets secrets;
    private int trips;
    private volatile long trippedNanos = System.nanoTime();

    /**
     * @param connection a connection that is configured either for reads or for updates
     * @param queryTimeoutSeconds the timeout of each statement, unless the server's own timeout is shorter; on PostgreSQL it is
     *     set on the connection, where it costs nothing
     * @param secrets the secrets that no message may contain
     */
    public Session(Connection connection, Dialect dialect, int queryTimeoutSeconds, Secrets secrets)
            throws SQLException {
        this.connection = connection;
        this.dialect = dialect;
        this.states = SqlStates.of(connection.getMetaData().getDatabaseProductName());
        this.postgres = connection.isWrapperFor(PGConnection.class);
        this.commitsEach = connection.getAutoCommit();
        this.writes = !connection.isReadOnly();
        this.binder = new Binder(connection, dialect, dialect.maxPacket(connection));
        this.queryTimeoutSeconds = postgres ? ON_CONNECTION : shorter(queryTimeoutSeconds, dialect, connection);
        this.secrets = secrets;
    }

    private static int shorter(int seconds, Dialect dialect, Connection connection) throws SQLException {
        final int servers = dialect.timeoutSeconds(connection);
        if (servers > 0 && servers <= seconds) {
            return ON_CONNECTION;
        }
        try (Statement one = connection.createStatement();
                Statement other = connection.createStatement()) {
            one.setQueryTimeout(seconds);
            // H2 keeps the timeout on the connection, and recompiles all statements when the timeout changes.
            return other.getQueryTimeout() == seconds ? ON_CONNECTION : seconds;
        }
    }

    public Connection connection() {
        return connection;
    }

    public Dialect dialect() {
        return dialect;
    }

    /** Returns the secrets that the message of a failed item must not contain. */
    public Secrets secrets() {
        return secrets;
    }

    public Binder binder() {
        return binder;
    }

    public boolean postgres() {
        return postgres;
    }

    /** Whether each statement is its own transaction. */
    public boolean autoCommit() throws SQLException {
        return connection.getAutoCommit();
    }

    /**
     * Whether each result is fetched as a whole, however large, because PostgreSQL's driver fetches in parts only in a
     * transaction.
     */
    public boolean givesWholeResults() throws SQLException {
        return postgres && connection.getAutoCommit();
    }

    /** Begins a transaction if none is open; {@link #end} ends it. Takes no round trip. */
    public void begin() throws SQLException {
        connection.setAutoCommit(false);
    }

    /** Commits the transaction if one is open, and restores the auto-commit mode with which this session was opened. */
    public void end() throws SQLException {
        end(this::commit);
    }

    /** Ends the transaction by an action that commits it, perhaps with more statements in the same round trip. */
    void end(Action commit) throws SQLException {
        if (!connection.getAutoCommit()) {
            commit.run();
            connection.setAutoCommit(commitsEach);
        }
    }

    /** Returns the meaning of an error on this connection. */
    public Meaning meaning(Exception error) {
        final Meaning meaning = states.of(error);
        return meaning == Meaning.READ_ONLY && writes ? Meaning.OUTAGE : meaning;
    }

    /** An action in the database without a result. */
    public interface Action {
        void run() throws SQLException;
    }

    /** Runs a query or statement, and converts an exception of the driver to one that contains the meaning of the error. */
    public <T> T attempt(Query.Question<T> question) throws DatabaseException {
        try {
            return question.ask();
        } catch (final SQLException | RuntimeException e) {
            throw failed(e);
        }
    }

    /** See {@link #attempt(Query.Question)}. */
    public void attempt(Action action) throws DatabaseException {
        attempt(() -> {
            action.run();
            return null;
        });
    }

    /** As {@link SqlStates#mayMeanMissing}. */
    public boolean mayMeanMissing(SQLException error) {
        return states.mayMeanMissing(error);
    }

    public DatabaseException failed(Exception error) {
        if (!states.known()) {
            forget(); // SQLite's driver closes a failed statement, but still reports it as open
        }
        final String said = error instanceof SQLException sql
                ? SqlStates.reason(sql)
                : error.getClass().getName();
        return new DatabaseException(meaning(error), said, error);
    }

    /** Returns the exception that the driver threw. */
    public static SQLException thrown(DatabaseException error) {
        if (error.getCause() instanceof SQLException said) {
            return said;
        }
        throw (RuntimeException) error.getCause();
    }

    /** Counts a round trip that is about to be made. */
    public void trip() {
        trips++;
        trippedNanos = System.nanoTime();
    }

    /** Returns the start of the last round trip, by {@link System#nanoTime()}. Any thread. */
    long trippedNanos() {
        return trippedNanos;
    }

    /** Returns the number of round trips since the last call of this method. */
    int takeTrips() {
        final int taken = trips;
        trips = 0;
        return taken;
    }

    /**
     * Returns a statement that is prepared now or was prepared earlier. It is prepared again if the driver has closed it, as
     * DuckDB's driver closes a statement that failed.
     */
    public Prepared prepare(String sql) throws SQLException {
        final Prepared known = prepared.get(sql);
        if (known != null && !known.statement().isClosed()) {
            return known;
        }
        final PreparedStatement statement = connection.prepareStatement(sql);
        if (queryTimeoutSeconds != ON_CONNECTION) {
            statement.setQueryTimeout(queryTimeoutSeconds);
        }
        final Prepared made = new Prepared(statement, dialect);
        prepared.put(sql, made);
        if (prepared.size() > KEPT) {
            final String eldest = prepared.keySet().iterator().next();
            prepared.remove(eldest).close();
        }
        return made;
    }

    /** Closes a statement that the database may have recompiled with another meaning, so that it is prepared again. */
    public void renew(SqlText text) throws SQLException {
        if (!dialect.keeps(text)) {
            discard(text.sql());
            discard(Generic.COMPILED);
            prepare(Generic.COMPILED);
        }
    }

    /**
     * Checks that the database has not recompiled a statement since {@link #renew}.
     *
     * @throws SQLException if the database may have recompiled it; the caller rolls the statement back and runs it again
     */
    public void checkKept(SqlText text) throws SQLException {
        if (!dialect.keeps(text)
                && Generic.compiledAnew(prepare(Generic.COMPILED).statement())) {
            throw new SQLException("the statement was compiled anew for its arguments", SqlStates.STALE);
        }
    }

    public void discard(String sql) {
        final Prepared known = prepared.remove(sql);
        if (known != null) {
            close(known);
        }
    }

    /**
     * Closes a statement before its text is prepared a second time, where the database needs that; see {@link #accepted}. On
     * PostgreSQL the driver would prepare a closed statement from its cache, and so would not ask the server.
     */
    public void release(String sql) {
        if (dialect.plain()) {
            discard(sql);
        }
    }

    /** Executes a query of the gateway itself in one round trip, and returns its rows. The query stays prepared. */
    public <T> List<T> rows(Query.Reading<T> reading, String sql, Object... arguments) throws SQLException {
        trip();
        return Query.rows(prepare(sql).statement(), reading, arguments);
    }

    /**
     * Returns the forms of a read that the database accepts with these types; see {@link FormCheck#accepted}.
     *
     * <p>On HSQLDB it closes all prepared statements first: when HSQLDB 2.7.4 has compiled a statement again after a change of the
     * schema, and its text is then prepared a second time, neither that nor any later statement of the text runs.
     */
    public ReadForms accepted(SqlText text, Signature signature) throws SQLException {
        if (dialect.plain()) {
            forget();
        }
        trip();
        return new FormCheck(dialect, connection, signature).accepted(text);
    }

    /** Closes all prepared statements, because the schema changed or the connection is given up. */
    public void forget() {
        prepared.values().forEach(Session::close);
        prepared.clear();
    }

    private static void close(Prepared statement) {
        try {
            statement.close();
        } catch (final SQLException | RuntimeException e) {
            return; // it is not used any more in any case
        }
    }

    /**
     * Tests whether the database refuses to prepare the text with arguments of these types, independently of their values.
     *
     * @return the database's error if it refuses the text; null if it prepares the text
     */
    public SQLException refusal(String sql, Arguments arguments, Signature signature) throws SQLException {
        release(sql);
        trip();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            binder.bind(statement, 1, arguments, signature);
            statement.getMetaData();
            return null;
        } catch (final SQLException e) {
            final Meaning meaning = meaning(e);
            if (meaning == Meaning.MISSING || meaning == Meaning.TEXT) {
                return e;
            }
            throw e;
        }
    }

    public void execute(String sql) throws SQLException {
        trip();
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Sets a savepoint to which the transaction can be rolled back repeatedly. */
    public Mark mark() throws SQLException {
        return new Mark();
    }

    /** See {@link #mark}. */
    public final class Mark {

        private Savepoint savepoint;

        private Mark() throws SQLException {
            trip();
            savepoint = connection.setSavepoint();
        }

        /** Undoes everything since the savepoint. */
        public void rollback() throws SQLException {
            trip();
            connection.rollback(savepoint);
            if (!postgres) {
                savepoint = connection.setSavepoint(); // on HSQLDB a rollback ends its savepoint
            }
        }
    }

    /** Rolls back an open transaction, and sets the auto-commit mode. */
    public void reset(boolean autoCommit) throws SQLException {
        if (!connection.getAutoCommit()) {
            rollback();
        }
        connection.setAutoCommit(autoCommit);
    }

    public void commit() throws SQLException {
        trip();
        connection.commit();
    }

    public void rollback() throws SQLException {
        trip();
        try {
            connection.rollback();
        } catch (final SQLException e) {
            if (!SqlStates.nothingToRollBack(e)) {
                throw e;
            }
            execute("BEGIN"); // the error ended the transaction, but the driver still assumes one
        }
    }

    /**
     * A lock that lets only one session of HSQLDB work at a time. HSQLDB 2.7.4 formats dates and timestamps with one
     * {@code java.util.Date} that all sessions of its JVM share, but guards it by one lock for dates and by another lock for
     * timestamps. So two concurrent sessions can return, compare or store a text that belongs to neither of them: in results, in
     * casts, and in the database's files.
     */
    public static final class Turn {

        /** One lock for all HSQLDB databases, because it is not known which databases and servers run in the same JVM. */
        private static final Lock HSQLDB = new ReentrantLock(true);

        private Turn() {}

        /**
         * Returns the lock that a session of this database holds while it works. Only HSQLDB sessions share a lock, so
         * sessions of other databases never wait.
         */
        public static Lock of(JdbcUrl url) {
            return url.value().startsWith("jdbc:hsqldb:") ? HSQLDB : new ReentrantLock();
        }
    }
}
