package dev.sluice.service.jdbc.probe;

import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.jdbc.connect.Embedded;
import dev.sluice.service.jdbc.connect.Look;
import dev.sluice.service.jdbc.connect.Look.UnreachableException;
import dev.sluice.service.jdbc.dialect.Query;
import dev.sluice.service.jdbc.sql.SqlText;
import dev.sluice.service.jdbc.sql.Statements;
import dev.sluice.service.jdbc.update.CheckpointSchema;
import dev.sluice.service.update.CheckpointTable;
import dev.sluice.service.update.KeptCheckpoint;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A tool's read-only view of one database: the checkpoint that a gateway stores there, and the results of queries that return one
 * number. Each read has its own short transaction, so that it locks nothing for long and a gateway may run. Files of HSQLDB and
 * H2 are read without a lock; files of other databases are opened as a gateway opens them. Used by one thread.
 */
public final class CheckpointView implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final String CHECKPOINT =
            "SELECT c.queue_id, c.last_index, c.pruned_index, c.epoch, c.holder, o.last_index, o.outcomes FROM "
                    + Statements.CHECKPOINT + " c LEFT JOIN " + Statements.OUTCOME
                    + " o ON o.gateway = c.gateway AND o.database_name = c.database_name"
                    + " WHERE c.gateway = ? AND c.database_name = ? ORDER BY o.last_index";

    /** The time limit for opening a database in this process. It is longer, because the database first reads its files. */
    private static final Duration PATIENCE_WITH_FILES = Duration.ofMinutes(5);

    private final String gateway;
    private final DatabaseConfig database;
    private final Look look;

    private CheckpointView(String gateway, DatabaseConfig database, Look look) {
        this.gateway = gateway;
        this.database = database;
        this.look = look;
    }

    /**
     * Connects to the database.
     *
     * @throws UnreachableException if the database cannot be read; the message names it
     */
    public static CheckpointView open(GatewayConfig config, DatabaseConfig database) throws UnreachableException {
        final boolean server = Embedded.of(database.url().value()).place() == Embedded.Place.SERVER;
        final Duration longest = server ? PATIENCE : PATIENCE_WITH_FILES;
        final Look look = Look.at(config.name(), database, url(database), PATIENCE, longest);
        return new CheckpointView(config.name(), database, look);
    }

    private static String url(DatabaseConfig database) throws UnreachableException {
        final String url = database.url().value();
        final Embedded embedded = Embedded.of(url);
        return switch (embedded.place()) {
            case SERVER -> url;
            case FILES -> embedded.url();
            case FILES_IN_USE ->
                throw new UnreachableException("its files are in use by another process: stop that first", true);
            case FILES_TO_COME -> throw new UnreachableException("its files do not exist", false);
            case MEMORY -> inMemory(url);
        };
    }

    /** Prevents the creation of an empty database in this process. A database in another process's memory cannot be read. */
    private static String inMemory(String url) {
        return url.startsWith("jdbc:hsqldb:") || url.startsWith("jdbc:h2:") ? url + ";ifexists=true" : url;
    }

    /** Returns the name of the database in the configuration. */
    public String name() {
        return database.name();
    }

    /** Returns the gateway's checkpoint in this database; empty if there is none. */
    public Optional<KeptCheckpoint> checkpoint() throws UnreachableException {
        return look.look(session -> {
            if (!schema().exists(session)) {
                return Optional.empty();
            }
            final List<KeptCheckpoint.Bytes> kept = new ArrayList<>();
            final List<CheckpointTable.Row> rows =
                    Query.rows(session.connection(), row -> read(row, kept), CHECKPOINT, gateway, database.name());
            return rows.stream().findFirst().map(row -> KeptCheckpoint.of(row, kept));
        });
    }

    private CheckpointSchema schema() {
        return new CheckpointSchema(gateway, database.name());
    }

    /** Reads the checkpoint from a row, and adds the row's stored outcomes, if it has some, to {@code kept}. */
    private static CheckpointTable.Row read(ResultSet row, List<KeptCheckpoint.Bytes> kept) throws SQLException {
        final byte[] outcomes = row.getBytes(7);
        if (outcomes != null) {
            kept.add(new KeptCheckpoint.Bytes(row.getLong(6), outcomes));
        }
        return CheckpointSchema.row(row);
    }

    /** Returns those owners of other checkpoints in this database that have run updates of the queue after the given index. */
    public List<CheckpointTable.Owner> others(UUID queue, long after) throws UnreachableException {
        return look.look(session -> schema().exists(session)
                ? schema().table(session).others(queue, after)
                : List.<CheckpointTable.Owner>of());
    }

    /**
     * Returns the single number that a query selects.
     *
     * @throws IllegalArgumentException if the text is not a read-only query, or if its result is not a single number
     */
    public long number(String query) throws UnreachableException {
        final SqlText text = SqlText.parse(query, look.session().dialect().syntax());
        if (Statements.update(text) || text.parameters() > 0) {
            throw new IllegalArgumentException("'" + query + "' is not a query without parameters");
        }
        return look.look(session -> {
            try (Statement statement = session.connection().createStatement();
                    ResultSet rows = statement.executeQuery(text.sql())) {
                if (!rows.next() || !(rows.getObject(1) instanceof Number number) || rows.next()) {
                    throw new IllegalArgumentException("'" + query + "' does not give one number");
                }
                return number.longValue();
            }
        });
    }

    /** Closes the connection, and with it an embedded database, unless something else in this process has it open. */
    @Override
    public void close() {
        look.close();
    }
}
