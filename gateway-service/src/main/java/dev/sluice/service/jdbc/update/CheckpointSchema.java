package dev.sluice.service.jdbc.update;

import dev.sluice.service.core.MaskedLog;
import dev.sluice.service.jdbc.connect.LeadingStatements;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.Dialect;
import dev.sluice.service.jdbc.dialect.Query;
import dev.sluice.service.jdbc.dialect.SqlStates;
import dev.sluice.service.jdbc.sql.Statements;
import dev.sluice.service.update.CheckpointException;
import dev.sluice.service.update.CheckpointTable;
import dev.sluice.service.update.DatabaseException;
import dev.sluice.service.update.DatabaseException.Meaning;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.slf4j.Logger;

/**
 * The checkpoint's tables in one database. The first session creates them if they do not exist; the scripts in
 * {@code config/sql} create the same tables. Belongs to the worker that runs the updates.
 */
public final class CheckpointSchema {

    private static final Logger LOG = MaskedLog.of(CheckpointSchema.class);

    private final String gateway;
    private final String database;
    private boolean made;
    /** The schema of the tables followed by a dot; empty if the database has no schemas. */
    private String schema = "";

    /** @param database the database's name in the configuration */
    public CheckpointSchema(String gateway, String database) {
        this.gateway = gateway;
        this.database = database;
    }

    /** Creates missing tables, unless an earlier call of this method has succeeded. */
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
        schema = schema(session);
        session.rollback();
        made = true;
    }

    /** Returns access to this gateway's rows in the tables. */
    public CheckpointTable table(Session session) {
        return table(session, new LeadingStatements(session));
    }

    /**
     * Returns access to this gateway's rows in the tables.
     *
     * @param gathering while it is open, gathers the statements whose results are not needed, so that they are sent with a later
     *     statement
     */
    CheckpointTable table(Session session, LeadingStatements gathering) {
        return new Rows(session, gathering, this);
    }

    private static String schema(Session session) throws SQLException {
        final Connection connection = session.connection();
        if (session.postgres()) {
            session.trip();
            final List<String> found = Query.texts(
                    connection,
                    "SELECT quote_ident(n.nspname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                            + " WHERE c.oid = '" + Statements.CHECKPOINT + "'::regclass");
            return found.isEmpty() ? "" : found.get(0) + ".";
        }
        final String name = connection.getSchema();
        final String quote = connection.getMetaData().getIdentifierQuoteString();
        return name == null || name.isEmpty() ? "" : quote + name + quote + ".";
    }

    /** Returns one CREATE TABLE statement for each table. */
    public static List<String> statements(Dialect dialect) {
        return List.of(
                "CREATE TABLE " + Statements.CHECKPOINT + " (\n"
                        + "    gateway       VARCHAR(64)  NOT NULL,\n"
                        + "    database_name VARCHAR(64)  NOT NULL,\n"
                        + "    queue_id      VARCHAR(36)  NOT NULL,\n"
                        + "    last_index    BIGINT       NOT NULL,\n"
                        + "    pruned_index  BIGINT       NOT NULL,\n"
                        + "    epoch         BIGINT       NOT NULL,\n"
                        + "    holder        VARCHAR(200) NOT NULL,\n"
                        + "    PRIMARY KEY (gateway, database_name)\n"
                        + ")",
                "CREATE TABLE " + Statements.OUTCOME + " (\n"
                        + "    gateway       VARCHAR(64) NOT NULL,\n"
                        + "    database_name VARCHAR(64) NOT NULL,\n"
                        + "    last_index    BIGINT      NOT NULL,\n"
                        + "    outcomes      " + dialect.traits().bytesColumn() + " NOT NULL,\n"
                        + "    PRIMARY KEY (gateway, database_name, last_index)\n"
                        + ")");
    }

    /**
     * Whether both tables exist; does not create them.
     *
     * @throws CheckpointException if a table exists but cannot be read
     */
    public boolean exists(Session session) throws SQLException, CheckpointException {
        return exists(session, Statements.CHECKPOINT) && exists(session, Statements.OUTCOME);
    }

    private boolean exists(Session session, String table) throws SQLException, CheckpointException {
        try (Statement probe = session.connection().createStatement()) {
            session.trip();
            probe.executeQuery("SELECT gateway, database_name, last_index FROM " + table + " WHERE 1 = 0")
                    .close();
            return true;
        } catch (final SQLException e) {
            if (waits(session.meaning(e), e)) {
                throw e;
            }
            session.rollback();
            if (session.mayMeanMissing(e)) {
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
            if (waits(session.meaning(e), e)) {
                throw e;
            }
            session.rollback();
            if (exists(session, table)) {
                return; // another gateway created the table at the same time
            }
            throw refusal("create", table, e);
        }
        LOG.info("{}: {}: created the table {}, which makes updates happen exactly once", gateway, database, table);
    }

    /** Reads the checkpoint from the first columns of a row. */
    public static CheckpointTable.Row row(ResultSet row) throws SQLException {
        return new CheckpointTable.Row(
                UUID.fromString(row.getString(1).trim()),
                row.getLong(2),
                row.getLong(3),
                row.getLong(4),
                row.getString(5));
    }

    /** Whether the error may be temporary, for example a lock, a full disk or a read-only server. */
    private static boolean waits(Meaning meaning, SQLException error) {
        return switch (meaning) {
            case OUTAGE, TIMEOUT, CONFLICT, STALE, READ_ONLY -> true;
            default -> SqlStates.state(error).startsWith("53");
        };
    }

    private CheckpointException refusal(String what, String table, SQLException error) {
        return new CheckpointException(
                "database '" + database + "': cannot " + what + " the table " + table + ", without which updates would"
                        + " not happen exactly once: "
                        + SqlStates.described(error).replaceAll("\\s*\\R\\s*", " ")
                        + ". Create it with the script in config/sql and grant SELECT, INSERT, UPDATE and DELETE, or"
                        + " configure databases." + database + ".updates: at-least-once",
                error);
    }

    /**
     * The rows of one gateway. The statements name the tables with their schema, because a user-defined trigger may have
     * changed the search path. Belongs to the worker that runs the updates.
     */
    private static final class Rows implements CheckpointTable {

        /** Divides by zero if another gateway has claimed the row, so that the statements after it are not executed. */
        private static final String OR_FAIL = " / CASE WHEN epoch = ? THEN 1 ELSE 0 END";

        private final Session session;
        private final LeadingStatements gathering;
        private final String checkpoint;
        private final String outcome;
        private final String gateway;
        private final String database;
        private final String mine;

        Rows(Session session, LeadingStatements gathering, CheckpointSchema tables) {
            this.session = session;
            this.gathering = gathering;
            this.checkpoint = tables.schema + Statements.CHECKPOINT;
            this.outcome = tables.schema + Statements.OUTCOME;
            this.gateway = tables.gateway;
            this.database = tables.database;
            // The names are literals, so that an update sent with these statements has few parameters besides its own.
            this.mine = " WHERE gateway = " + quoted(gateway) + " AND database_name = " + quoted(database);
        }

        private static String quoted(String name) {
            return "'" + name.replace("'", "''") + "'";
        }

        @Override
        public Optional<Row> lock() throws DatabaseException {
            if (update("UPDATE " + checkpoint + " SET epoch = epoch + 1" + mine) == 0) {
                return Optional.empty();
            }
            final List<Row> rows = query(
                    CheckpointSchema::row,
                    "SELECT queue_id, last_index, pruned_index, epoch, holder FROM " + checkpoint + mine);
            if (rows.isEmpty()) {
                throw session.failed(
                        new SQLException("the row that was just locked in " + checkpoint + " cannot be read"));
            }
            return Optional.of(rows.get(0));
        }

        @Override
        public OptionalLong last() throws DatabaseException {
            final String last = "SELECT last_index FROM " + checkpoint + mine;
            return query(row -> row.getLong(1), last).stream()
                    .mapToLong(Long::longValue)
                    .findFirst();
        }

        @Override
        public List<Owner> others(UUID queue, long after) throws DatabaseException {
            return query(
                    row -> new Owner(row.getString(1), row.getString(2)),
                    "SELECT gateway, database_name FROM " + checkpoint
                            + " WHERE NOT (gateway = ? AND database_name = ?) AND queue_id = ? AND last_index > ?"
                            + " ORDER BY gateway, database_name",
                    gateway,
                    database,
                    queue.toString(),
                    after);
        }

        @Override
        public void insert(Row row) throws DatabaseException {
            update(
                    "INSERT INTO " + checkpoint
                            + " (queue_id, last_index, pruned_index, epoch, holder, gateway, database_name)"
                            + " VALUES (?, ?, ?, ?, ?, ?, ?)",
                    row.queue().toString(),
                    row.last(),
                    row.pruned(),
                    row.epoch(),
                    row.holder(),
                    gateway,
                    database);
        }

        @Override
        public void replace(Row row) throws DatabaseException {
            update(
                    "UPDATE " + checkpoint
                            + " SET queue_id = ?, last_index = ?, pruned_index = ?, epoch = ?, holder = ?" + mine,
                    row.queue().toString(),
                    row.last(),
                    row.pruned(),
                    row.epoch(),
                    row.holder());
        }

        @Override
        public List<byte[]> outcomes() throws DatabaseException {
            final String kept = "SELECT outcomes FROM " + outcome + mine + " ORDER BY last_index";
            return query(row -> row.getBytes(1), kept);
        }

        @Override
        public boolean advance(long epoch, long last, OptionalLong pruned) throws DatabaseException {
            final String set = "UPDATE " + checkpoint + " SET last_index = ?";
            if (gathering.isOpen()) {
                gathering.addOfOneRow(set + OR_FAIL + mine, last, epoch);
            } else if (update(set + mine + " AND epoch = ?", last, epoch) != 1) {
                return false;
            }
            if (pruned.isPresent()) {
                run("UPDATE " + checkpoint + " SET pruned_index = ?" + mine, pruned.getAsLong());
                run("DELETE FROM " + outcome + mine + " AND last_index <= ?", pruned.getAsLong());
            }
            return true;
        }

        @Override
        public void keep(long last, byte[] outcomes) throws DatabaseException {
            final String keep = "INSERT INTO " + outcome + " (gateway, database_name, last_index, outcomes) VALUES (";
            run(keep + quoted(gateway) + ", " + quoted(database) + ", ?, ?)", last, outcomes);
        }

        private void run(String sql, Object... arguments) throws DatabaseException {
            if (gathering.isOpen()) {
                gathering.add(sql, arguments);
            } else {
                update(sql, arguments);
            }
        }

        @Override
        public void forgetOutcomes() throws DatabaseException {
            update("DELETE FROM " + outcome + mine);
        }

        private <T> List<T> query(Query.Reading<T> reading, String sql, Object... arguments) throws DatabaseException {
            return session.attempt(() -> session.rows(reading, sql, arguments));
        }

        private int update(String sql, Object... arguments) throws DatabaseException {
            return session.attempt(() -> {
                final PreparedStatement statement = session.prepare(sql).statement();
                Query.bind(statement, arguments);
                session.trip();
                return statement.executeUpdate();
            });
        }
    }
}
