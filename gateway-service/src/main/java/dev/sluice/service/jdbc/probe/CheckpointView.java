package dev.sluice.service.jdbc.probe;

import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.yaml.JdbcUrl;
import dev.sluice.service.jdbc.connect.ConnectAttempt;
import dev.sluice.service.jdbc.connect.Embedded;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.connect.Sessions;
import dev.sluice.service.jdbc.connect.Turn;
import dev.sluice.service.jdbc.connect.UnreachableException;
import dev.sluice.service.jdbc.dialect.Dialects;
import dev.sluice.service.jdbc.dialect.SqlStates;
import dev.sluice.service.jdbc.sql.CheckpointSql;
import dev.sluice.service.jdbc.sql.SqlText;
import dev.sluice.service.jdbc.sql.Statements;
import dev.sluice.service.jdbc.update.CheckpointSchema;
import dev.sluice.service.update.CheckpointException;
import dev.sluice.service.update.CheckpointTable;
import dev.sluice.service.update.KeptCheckpoint;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.Lock;

/**
 * One database as a tool looks at it: the checkpoint that a gateway keeps there, and numbers that a query gives. Changes
 * nothing, and every look is a transaction of its own, which locks nothing for longer: a gateway may be running. Files of
 * an embedded database are read without being locked, but for Derby's. One thread.
 */
public final class CheckpointView implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** A database that this process opens reads its files first. */
    private static final Duration PATIENCE_WITH_FILES = Duration.ofMinutes(5);

    private final String gateway;
    private final DatabaseConfig database;
    private final Connection connection;
    private final Session session;
    private final Lock turn;

    private CheckpointView(String gateway, DatabaseConfig database, Connection connection, Session session) {
        this.gateway = gateway;
        this.database = database;
        this.connection = connection;
        this.session = session;
        this.turn = Turn.of(database.url());
    }

    /**
     * Connects.
     *
     * @throws UnreachableException if it cannot be looked at; the message names it
     */
    public static CheckpointView open(GatewayConfig config, DatabaseConfig database) throws UnreachableException {
        final DatabaseConfig opened = database.at(new JdbcUrl(url(database)), PATIENCE);
        final boolean server = Embedded.of(database.url().value()).place() == Embedded.Place.SERVER;
        final Connection connection = ConnectAttempt.open(
                config.name(), database, opened, server ? opened.connectionTimeout() : PATIENCE_WITH_FILES);
        try {
            final Session session = new Session(
                    connection,
                    Dialects.of(connection),
                    (int) database.statementTimeout().toSeconds(),
                    database.secrets());
            return new CheckpointView(config.name(), database, connection, session);
        } catch (final SQLException e) {
            try (connection) {
                throw failed(database, e);
            } catch (final SQLException closing) {
                throw failed(database, e);
            }
        }
    }

    private static String url(DatabaseConfig database) throws UnreachableException {
        final String url = database.url().value();
        final Embedded embedded = Embedded.of(url);
        return switch (embedded.place()) {
            case SERVER -> url;
            case FILES -> embedded.url();
            case FILES_IN_USE ->
                throw new UnreachableException("its files are in use by another process: stop that first", true);
            case FILES_TO_COME -> throw new UnreachableException("its files are not there", false);
            case MEMORY -> inMemory(url);
        };
    }

    /** Another process's memory cannot be seen, and nothing is to be made in ours. */
    private static String inMemory(String url) {
        return url.startsWith("jdbc:hsqldb:") || url.startsWith("jdbc:h2:") ? url + ";ifexists=true" : url;
    }

    /** The name in the configuration. */
    public String name() {
        return database.name();
    }

    /** The checkpoint there; empty if the gateway has none. */
    public Optional<KeptCheckpoint> checkpoint() throws UnreachableException {
        return look(() -> {
            final CheckpointSchema schema = new CheckpointSchema(gateway, database.name());
            if (!schema.exists(session)) {
                return Optional.empty();
            }
            try (PreparedStatement read = connection.prepareStatement(
                    "SELECT c.queue_id, c.last_index, c.pruned_index, c.epoch, c.holder, o.last_index, o.outcomes FROM "
                            + CheckpointSql.CHECKPOINT + " c LEFT JOIN " + CheckpointSql.OUTCOME
                            + " o ON o.gateway = c.gateway AND o.database_name = c.database_name"
                            + " WHERE c.gateway = ? AND c.database_name = ? ORDER BY o.last_index")) {
                read.setString(1, gateway);
                read.setString(2, database.name());
                try (ResultSet rows = read.executeQuery()) {
                    return read(rows);
                }
            }
        });
    }

    private static Optional<KeptCheckpoint> read(ResultSet rows) throws SQLException {
        CheckpointTable.Row row = null;
        final List<KeptCheckpoint.Bytes> kept = new ArrayList<>();
        while (rows.next()) {
            row = new CheckpointTable.Row(
                    UUID.fromString(rows.getString(1).trim()),
                    rows.getLong(2),
                    rows.getLong(3),
                    rows.getLong(4),
                    rows.getString(5));
            final byte[] outcomes = rows.getBytes(7);
            if (outcomes != null) {
                kept.add(new KeptCheckpoint.Bytes(rows.getLong(6), outcomes));
            }
        }
        return row == null ? Optional.empty() : Optional.of(KeptCheckpoint.of(row, kept));
    }

    /** Who else has run updates of that queue behind that index here. */
    public List<CheckpointTable.Owner> others(UUID queue, long behind) throws UnreachableException {
        return look(() -> {
            final CheckpointSchema schema = new CheckpointSchema(gateway, database.name());
            final List<CheckpointTable.Owner> owners = new ArrayList<>();
            if (!schema.exists(session)) {
                return owners;
            }
            try (PreparedStatement read = connection.prepareStatement(new CheckpointSql("").others)) {
                read.setString(1, gateway);
                read.setString(2, database.name());
                read.setString(3, queue.toString());
                read.setLong(4, behind);
                try (ResultSet rows = read.executeQuery()) {
                    while (rows.next()) {
                        owners.add(new CheckpointTable.Owner(rows.getString(1), rows.getString(2)));
                    }
                }
            }
            return owners;
        });
    }

    /**
     * The one number that a query gives.
     *
     * @throws IllegalArgumentException if it is none that only reads, or gives something else
     */
    public long number(String query) throws UnreachableException {
        final SqlText text = SqlText.parse(query, session.dialect().syntax());
        if (Statements.update(text) || text.parameters() > 0) {
            throw new IllegalArgumentException("'" + query + "' is no query without parameters");
        }
        return look(() -> {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(text.sql())) {
                if (!rows.next() || !(rows.getObject(1) instanceof Number number) || rows.next()) {
                    throw new IllegalArgumentException("'" + query + "' does not give one number");
                }
                return number.longValue();
            }
        });
    }

    private interface Look<T> {
        T make() throws SQLException, CheckpointException;
    }

    private <T> T look(Look<T> look) throws UnreachableException {
        turn.lock();
        try {
            return look.make();
        } catch (final SQLException e) {
            throw failed(database, e);
        } catch (final CheckpointException e) {
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

    private static UnreachableException failed(DatabaseConfig database, SQLException error) {
        return new UnreachableException(Sessions.redacted(SqlStates.described(error), database), false);
    }

    /** An embedded database is closed with it, if nobody else in this process has it open. */
    @Override
    public void close() {
        try {
            connection.close();
        } catch (final SQLException e) {
            return; // nothing was changed that could be lost
        }
    }
}
