package dev.sluice.service.jdbc;

import dev.sluice.service.update.CheckpointException;
import dev.sluice.service.update.Meaning;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tables of the checkpoint in one database, made by the first session if they are not there. The scripts in
 * {@code config/sql} make the same. Belongs to the worker that runs the updates.
 */
final class CheckpointSchema {

    private static final Logger LOG = LoggerFactory.getLogger(CheckpointSchema.class);

    static final String CHECKPOINT = "sluice_checkpoint";
    static final String OUTCOME = "sluice_outcome";

    private final String gateway;
    private final String database;
    private boolean made;

    /** @param database its name in the configuration */
    CheckpointSchema(String gateway, String database) {
        this.gateway = gateway;
        this.database = database;
    }

    String gateway() {
        return gateway;
    }

    String database() {
        return database;
    }

    /** Makes what is missing, on the first call that gets through. */
    void makeOnce(Session session) throws SQLException, CheckpointException {
        if (made) {
            return;
        }
        for (final String sql : statements(session.dialect())) {
            final String table = sql.split(" ", 4)[2];
            if (!exists(session, table)) {
                make(session, table, sql);
            }
        }
        final Optional<String> weakness = Durability.weakness(session);
        if (weakness.isPresent()) {
            LOG.warn("{}: {}: {}", gateway, database, weakness.get());
        }
        session.rollback();
        made = true;
    }

    /** The definitions, one a table. */
    static List<String> statements(Dialect dialect) {
        return List.of(
                "CREATE TABLE " + CHECKPOINT + " (\n"
                        + "    gateway       VARCHAR(64)  NOT NULL,\n"
                        + "    database_name VARCHAR(64)  NOT NULL,\n"
                        + "    queue_id      VARCHAR(36)  NOT NULL,\n"
                        + "    last_index    BIGINT       NOT NULL,\n"
                        + "    pruned_index  BIGINT       NOT NULL,\n"
                        + "    epoch         BIGINT       NOT NULL,\n"
                        + "    holder        VARCHAR(200) NOT NULL,\n"
                        + "    PRIMARY KEY (gateway, database_name)\n"
                        + ")",
                "CREATE TABLE " + OUTCOME + " (\n"
                        + "    gateway       VARCHAR(64) NOT NULL,\n"
                        + "    database_name VARCHAR(64) NOT NULL,\n"
                        + "    last_index    BIGINT      NOT NULL,\n"
                        + "    outcomes      " + dialect.bytesColumn() + " NOT NULL,\n"
                        + "    PRIMARY KEY (gateway, database_name, last_index)\n"
                        + ")");
    }

    private boolean exists(Session session, String table) throws SQLException, CheckpointException {
        try (Statement probe = session.connection().createStatement()) {
            session.trip();
            probe.executeQuery("SELECT gateway, database_name, last_index FROM " + table + " WHERE 1 = 0")
                    .close();
            return true;
        } catch (final SQLException e) {
            final Meaning meaning = session.meaning(e);
            if (meaning == Meaning.OUTAGE) {
                throw e;
            }
            session.rollback();
            if (meaning == Meaning.MISSING) {
                return false;
            }
            throw refusal("read", table, e);
        }
    }

    private void make(Session session, String table, String sql) throws SQLException, CheckpointException {
        try {
            session.execute(sql);
            session.commit();
        } catch (final SQLException e) {
            if (session.meaning(e) == Meaning.OUTAGE) {
                throw e;
            }
            session.rollback();
            if (exists(session, table)) {
                return; // another gateway made it at the same moment
            }
            throw refusal("create", table, e);
        }
        LOG.info("{}: {}: created the table {}, which makes updates happen exactly once", gateway, database, table);
    }

    private CheckpointException refusal(String what, String table, SQLException error) {
        return new CheckpointException(
                "database '" + database + "': cannot " + what + " the table " + table + ", without which updates would"
                        + " not happen exactly once: "
                        + SqlStates.described(error).replaceAll("\\s*\\R\\s*", " ")
                        + ". Have it made by the script in config/sql and grant SELECT, INSERT, UPDATE and DELETE, or"
                        + " configure databases." + database + ".updates: at-least-once",
                error);
    }
}
