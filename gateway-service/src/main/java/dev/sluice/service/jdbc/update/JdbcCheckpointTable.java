package dev.sluice.service.jdbc.update;

import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.sql.Statements;
import dev.sluice.service.update.CheckpointTable;
import dev.sluice.service.update.DatabaseException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * The checkpoint's rows of one gateway, over JDBC. The tables are named with their schema: a trigger of the user's may have
 * changed where names are looked for. Belongs to the worker that runs the updates.
 */
public final class JdbcCheckpointTable implements CheckpointTable {

    private static final String MINE = " WHERE gateway = ? AND database_name = ?";

    private final Session session;
    private final String checkpoint;
    private final String outcome;
    private final String gateway;
    private final String database;

    /** @param schema what is written before the tables' names, with its dot; may be empty */
    public JdbcCheckpointTable(Session session, String schema, String gateway, String database) {
        this.session = session;
        this.checkpoint = schema + Statements.CHECKPOINT;
        this.outcome = schema + Statements.OUTCOME;
        this.gateway = gateway;
        this.database = database;
    }

    @Override
    public Optional<Row> lock() throws DatabaseException {
        if (update("UPDATE " + checkpoint + " SET epoch = epoch + 1" + MINE, gateway, database) == 0) {
            return Optional.empty();
        }
        final List<Row> rows = query(
                row -> new Row(
                        UUID.fromString(row.getString(1)),
                        row.getLong(2),
                        row.getLong(3),
                        row.getLong(4),
                        row.getString(5)),
                "SELECT queue_id, last_index, pruned_index, epoch, holder FROM " + checkpoint + MINE,
                gateway,
                database);
        if (rows.isEmpty()) {
            throw session.failed(new SQLException("the row that was just locked in " + checkpoint + " cannot be read"));
        }
        return Optional.of(rows.get(0));
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
        write(
                "INSERT INTO " + checkpoint
                        + " (queue_id, last_index, pruned_index, epoch, holder, gateway, database_name)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?)",
                row);
    }

    @Override
    public void replace(Row row) throws DatabaseException {
        write(
                "UPDATE " + checkpoint + " SET queue_id = ?, last_index = ?, pruned_index = ?, epoch = ?, holder = ?"
                        + MINE,
                row);
    }

    private void write(String sql, Row row) throws DatabaseException {
        final String queue = row.queue().toString();
        update(sql, queue, row.last(), row.pruned(), row.epoch(), row.holder(), gateway, database);
    }

    @Override
    public List<byte[]> outcomes() throws DatabaseException {
        final String kept = "SELECT outcomes FROM " + outcome + MINE + " ORDER BY last_index";
        return query(row -> row.getBytes(1), kept, gateway, database);
    }

    @Override
    public boolean advance(long epoch, long last, OptionalLong pruned) throws DatabaseException {
        final String mine = MINE + " AND epoch = ?";
        if (pruned.isEmpty()) {
            final String advance = "UPDATE " + checkpoint + " SET last_index = ?" + mine;
            return update(advance, last, gateway, database, epoch) == 1;
        }
        final long gone = pruned.getAsLong();
        final String advance = "UPDATE " + checkpoint + " SET last_index = ?, pruned_index = ?" + mine;
        if (update(advance, last, gone, gateway, database, epoch) != 1) {
            return false;
        }
        update("DELETE FROM " + outcome + MINE + " AND last_index <= ?", gateway, database, gone);
        return true;
    }

    @Override
    public void keep(long last, byte[] outcomes) throws DatabaseException {
        final String keep = "INSERT INTO " + outcome + " (gateway, database_name, last_index, outcomes)";
        update(keep + " VALUES (?, ?, ?, ?)", gateway, database, last, outcomes);
    }

    @Override
    public void forgetOutcomes() throws DatabaseException {
        update("DELETE FROM " + outcome + MINE, gateway, database);
    }

    private interface Reading<T> {
        T of(ResultSet row) throws SQLException;
    }

    private <T> List<T> query(Reading<T> reading, String sql, Object... arguments) throws DatabaseException {
        return session.attempt(() -> {
            final List<T> read = new ArrayList<>();
            try (ResultSet rows = bound(sql, arguments).executeQuery()) {
                while (rows.next()) {
                    read.add(reading.of(rows));
                }
            }
            return read;
        });
    }

    private int update(String sql, Object... arguments) throws DatabaseException {
        return session.attempt(() -> bound(sql, arguments).executeUpdate());
    }

    private PreparedStatement bound(String sql, Object... arguments) throws SQLException {
        final PreparedStatement statement = session.prepare(sql).statement();
        for (int i = 0; i < arguments.length; i++) {
            statement.setObject(i + 1, arguments[i]);
        }
        session.trip();
        return statement;
    }
}
