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
 * One database as a tool looks at it: the checkpoint that a gateway keeps there, and numbers that a query gives. Changes
 * nothing, and every look is a transaction of its own, which locks nothing for longer: a gateway may be running. Files of
 * HSQLDB and H2 are read without being locked; those of other databases are opened as a gateway opens them. One thread.
 */
public final class CheckpointView implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final String CHECKPOINT =
            "SELECT c.queue_id, c.last_index, c.pruned_index, c.epoch, c.holder, o.last_index, o.outcomes FROM "
                    + Statements.CHECKPOINT + " c LEFT JOIN " + Statements.OUTCOME
                    + " o ON o.gateway = c.gateway AND o.database_name = c.database_name"
                    + " WHERE c.gateway = ? AND c.database_name = ? ORDER BY o.last_index";

    /** A database that this process opens reads its files first. */
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
     * Connects.
     *
     * @throws UnreachableException if it cannot be looked at; the message names it
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

    /** Reads the checkpoint of a row, and the outcomes that are kept there, if it has some. */
    private static CheckpointTable.Row read(ResultSet row, List<KeptCheckpoint.Bytes> kept) throws SQLException {
        final byte[] outcomes = row.getBytes(7);
        if (outcomes != null) {
            kept.add(new KeptCheckpoint.Bytes(row.getLong(6), outcomes));
        }
        return CheckpointSchema.row(row);
    }

    /** Who else has run updates of that queue after that index here. */
    public List<CheckpointTable.Owner> others(UUID queue, long after) throws UnreachableException {
        return look.look(session -> schema().exists(session)
                ? schema().table(session).others(queue, after)
                : List.<CheckpointTable.Owner>of());
    }

    /**
     * The one number that a query gives.
     *
     * @throws IllegalArgumentException if it is none that only reads, or gives something else
     */
    public long number(String query) throws UnreachableException {
        final SqlText text = SqlText.parse(query, look.session().dialect().syntax());
        if (Statements.update(text) || text.parameters() > 0) {
            throw new IllegalArgumentException("'" + query + "' is no query without parameters");
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

    /** An embedded database is closed with it, if nobody else in this process has it open. */
    @Override
    public void close() {
        look.close();
    }
}
