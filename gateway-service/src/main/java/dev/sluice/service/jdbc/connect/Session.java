package dev.sluice.service.jdbc.connect;

import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.config.yaml.JdbcUrl;
import dev.sluice.service.config.yaml.Secrets;
import dev.sluice.service.jdbc.dialect.Dialect;
import dev.sluice.service.jdbc.dialect.Generic;
import dev.sluice.service.jdbc.dialect.Query;
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

/** One connection, what is prepared on it, and how many round trips it made. Belongs to one worker. */
public final class Session {

    /** Statements that stay prepared: beyond that the one used longest ago is closed. */
    private static final int KEPT = 256;

    /** The connection has the time that a statement may take. */
    private static final int ON_CONNECTION = 0;

    private final Connection connection;
    private final Dialect dialect;
    private final SqlStates states;
    private final Binder binder;
    private final boolean postgres;
    /** Whether each statement is a transaction of its own, as long as none is begun. */
    private final boolean commitsEach;
    /** A server that takes no updates here, as after a failover, is away. */
    private final boolean writes;

    private final int queryTimeoutSeconds;

    private final Map<String, Prepared> prepared = new LinkedHashMap<>(64, 0.75f, true);
    private final Secrets secrets;
    private int trips;
    private volatile long trippedNanos = System.nanoTime();

    /**
     * @param connection configured for what it is used for
     * @param queryTimeoutSeconds for each statement, unless the server has a shorter time for it; PostgreSQL has it on the
     *     connection, where it costs nothing
     * @param secrets what no message repeats
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
            // on H2 it is the connection's, and a change of it has all statements compiled anew
            return other.getQueryTimeout() == seconds ? ON_CONNECTION : seconds;
        }
    }

    public Connection connection() {
        return connection;
    }

    public Dialect dialect() {
        return dialect;
    }

    /** The secrets that an item's failure must not repeat. */
    public Secrets secrets() {
        return secrets;
    }

    public Binder binder() {
        return binder;
    }

    public boolean postgres() {
        return postgres;
    }

    /** Whether each statement is a transaction of its own. */
    public boolean autoCommit() throws SQLException {
        return connection.getAutoCommit();
    }

    /** Whether a result comes whole, however large: PostgreSQL's driver gives it in parts only within a transaction. */
    public boolean givesWholeResults() throws SQLException {
        return postgres && connection.getAutoCommit();
    }

    /** Begins a transaction, if none is open; {@link #end} ends it. Costs no round trip. */
    public void begin() throws SQLException {
        connection.setAutoCommit(false);
    }

    /** Commits the transaction, if one is open, and goes back to how this session was opened. */
    public void end() throws SQLException {
        end(this::commit);
    }

    /** Ends it by what commits it and does something more in the same round trip. */
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

    /** Something done in the database, with nothing in return. */
    public interface Action {
        void run() throws SQLException;
    }

    /** Says of what goes wrong what it means. */
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
            forget(); // SQLite's driver closes what failed, and does not say so
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

    /** When the last round trip began, by {@link System#nanoTime()}. Any thread. */
    long trippedNanos() {
        return trippedNanos;
    }

    /** The round trips since the last call of this. */
    int takeTrips() {
        final int taken = trips;
        trips = 0;
        return taken;
    }

    /** The statement, prepared now or before. Some drivers close what has failed, as DuckDB's. */
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

    /** Closes a statement that may not be what it was when it was prepared; it is prepared anew then. */
    public void renew(SqlText text) throws SQLException {
        if (!dialect.keeps(text)) {
            discard(text.sql());
            discard(Generic.COMPILED);
            prepare(Generic.COMPILED);
        }
    }

    /**
     * Checks that a statement was run as it was prepared since {@link #renew}.
     *
     * @throws SQLException if it may not have been: it is undone and run again
     */
    public void checkKept(SqlText text) throws SQLException {
        if (!dialect.keeps(text)
                && Generic.compiledAnew(prepare(Generic.COMPILED).statement())) {
            throw new SQLException("the statement was compiled anew for its arguments", SqlStates.STALE);
        }
    }

    /** Closes a statement, if it is prepared. */
    public void discard(String sql) {
        final Prepared known = prepared.remove(sql);
        if (known != null) {
            close(known);
        }
    }

    /** Returns the rows that a query of the gateway's own gives, in a round trip; it stays prepared. */
    public <T> List<T> rows(Query.Reading<T> reading, String sql, Object... arguments) throws SQLException {
        trip();
        return Query.rows(prepare(sql).statement(), reading, arguments);
    }

    /** Closes what is prepared: the schema changed under it, or the connection is given up. */
    public void forget() {
        prepared.values().forEach(Session::close);
        prepared.clear();
    }

    private static void close(Prepared statement) {
        try {
            statement.close();
        } catch (final SQLException | RuntimeException e) {
            return; // it is gone all the same
        }
    }

    /**
     * Whether the database refuses to prepare the text with arguments of these types, whatever their values are.
     *
     * @return its refusal, or null if it prepares it
     */
    public SQLException refusal(String sql, Arguments arguments, Signature signature) throws SQLException {
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

    /** A place in the transaction to come back to, more than once. */
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

        /** Undoes what was done since. */
        public void rollback() throws SQLException {
            trip();
            connection.rollback(savepoint);
            if (!postgres) {
                savepoint = connection.setSavepoint(); // HSQLDB takes one only once
            }
        }
    }

    /** Rolls back whatever is open, and goes back to the pool's kind of commit. */
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
            execute("BEGIN"); // the statement that failed rolled back itself, and the driver takes its begin for open
        }
    }

    /**
     * When a session may be at work. HSQLDB 2.7.4 makes texts of dates and of timestamps with one {@code java.util.Date} that
     * all sessions of its JVM share, each kind under a lock of its own. So two sessions at work give, compare or keep a text
     * that is neither's: in results, in casts, and in the log and the script of its files.
     */
    public static final class Turn {

        /** One for all: which databases and servers are in one JVM cannot be known from here. */
        private static final Lock HSQLDB = new ReentrantLock(true);

        private Turn() {}

        /**
         * Returns the lock that a session of that database holds while it is at work: nobody waits for it but on
         * HSQLDB.
         */
        public static Lock of(JdbcUrl url) {
            return url.value().startsWith("jdbc:hsqldb:") ? HSQLDB : new ReentrantLock();
        }
    }
}
