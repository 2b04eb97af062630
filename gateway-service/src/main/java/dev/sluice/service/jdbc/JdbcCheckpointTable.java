package dev.sluice.service.jdbc;

import static dev.sluice.service.jdbc.CheckpointSchema.CHECKPOINT;
import static dev.sluice.service.jdbc.CheckpointSchema.OUTCOME;

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

/** The checkpoint's rows of one gateway, over JDBC. Belongs to the worker that runs the updates. */
final class JdbcCheckpointTable implements CheckpointTable {

    private static final String MINE = " WHERE gateway = ? AND database_name = ?";
    private static final String LOCK = "UPDATE " + CHECKPOINT + " SET epoch = epoch + 1" + MINE;
    private static final String READ =
            "SELECT queue_id, last_index, pruned_index, epoch, holder FROM " + CHECKPOINT + MINE;
    private static final String OTHER_NAMES = "SELECT database_name FROM " + CHECKPOINT
            + " WHERE gateway = ? AND database_name <> ? AND queue_id = ? AND last_index > ? ORDER BY database_name";
    private static final String INSERT = "INSERT INTO " + CHECKPOINT
            + " (queue_id, last_index, pruned_index, epoch, holder, gateway, database_name) VALUES (?, ?, ?, ?, ?, ?, ?)";
    private static final String REPLACE = "UPDATE " + CHECKPOINT
            + " SET queue_id = ?, last_index = ?, pruned_index = ?, epoch = ?, holder = ?" + MINE;
    private static final String ADVANCE = "UPDATE " + CHECKPOINT + " SET last_index = ?" + MINE + " AND epoch = ?";
    private static final String ADVANCE_AND_PRUNE =
            "UPDATE " + CHECKPOINT + " SET last_index = ?, pruned_index = ?" + MINE + " AND epoch = ?";
    private static final String PRUNE = "DELETE FROM " + OUTCOME + MINE + " AND last_index <= ?";
    private static final String KEEP =
            "INSERT INTO " + OUTCOME + " (gateway, database_name, last_index, outcomes) VALUES (?, ?, ?, ?)";
    private static final String KEPT = "SELECT outcomes FROM " + OUTCOME + MINE + " ORDER BY last_index";
    private static final String FORGET = "DELETE FROM " + OUTCOME + MINE;

    private final Session session;
    private final CheckpointSchema schema;

    JdbcCheckpointTable(Session session, CheckpointSchema schema) {
        this.session = session;
        this.schema = schema;
    }

    @Override
    public Optional<Row> lock() throws DatabaseException {
        return session.attempt(() -> {
            final PreparedStatement lock = prepare(LOCK);
            mine(lock, 1);
            return update(lock) == 0 ? Optional.empty() : Optional.of(read());
        });
    }

    private Row read() throws SQLException {
        final PreparedStatement read = prepare(READ);
        mine(read, 1);
        session.trip();
        try (ResultSet rows = read.executeQuery()) {
            if (!rows.next()) {
                throw new SQLException("the row that was just locked in " + CHECKPOINT + " cannot be read");
            }
            return new Row(
                    UUID.fromString(rows.getString(1)),
                    rows.getLong(2),
                    rows.getLong(3),
                    rows.getLong(4),
                    rows.getString(5));
        }
    }

    @Override
    public List<String> otherNames(UUID queue, long behind) throws DatabaseException {
        return session.attempt(() -> {
            final PreparedStatement others = prepare(OTHER_NAMES);
            final int at = mine(others, 1);
            others.setString(at, queue.toString());
            others.setLong(at + 1, behind);
            session.trip();
            final List<String> names = new ArrayList<>();
            try (ResultSet rows = others.executeQuery()) {
                while (rows.next()) {
                    names.add(rows.getString(1));
                }
            }
            return names;
        });
    }

    @Override
    public void insert(Row row) throws DatabaseException {
        write(INSERT, row);
    }

    @Override
    public void replace(Row row) throws DatabaseException {
        write(REPLACE, row);
    }

    private void write(String sql, Row row) throws DatabaseException {
        session.attempt(() -> {
            final PreparedStatement write = prepare(sql);
            write.setString(1, row.queue().toString());
            write.setLong(2, row.last());
            write.setLong(3, row.pruned());
            write.setLong(4, row.epoch());
            write.setString(5, row.holder());
            mine(write, 6);
            update(write);
        });
    }

    @Override
    public List<byte[]> outcomes() throws DatabaseException {
        return session.attempt(() -> {
            final PreparedStatement kept = prepare(KEPT);
            mine(kept, 1);
            session.trip();
            final List<byte[]> outcomes = new ArrayList<>();
            try (ResultSet rows = kept.executeQuery()) {
                while (rows.next()) {
                    outcomes.add(rows.getBytes(1));
                }
            }
            return outcomes;
        });
    }

    @Override
    public boolean advance(long epoch, long last, OptionalLong pruned) throws DatabaseException {
        return session.attempt(() -> {
            final PreparedStatement advance = prepare(pruned.isPresent() ? ADVANCE_AND_PRUNE : ADVANCE);
            int at = 1;
            advance.setLong(at++, last);
            if (pruned.isPresent()) {
                advance.setLong(at++, pruned.getAsLong());
            }
            at = mine(advance, at);
            advance.setLong(at, epoch);
            if (update(advance) != 1) {
                return false;
            }
            if (pruned.isPresent()) {
                final PreparedStatement prune = prepare(PRUNE);
                prune.setLong(mine(prune, 1), pruned.getAsLong());
                update(prune);
            }
            return true;
        });
    }

    @Override
    public void keep(long last, byte[] outcomes) throws DatabaseException {
        session.attempt(() -> {
            final PreparedStatement keep = prepare(KEEP);
            final int at = mine(keep, 1);
            keep.setLong(at, last);
            keep.setBytes(at + 1, outcomes);
            update(keep);
        });
    }

    @Override
    public void forgetOutcomes() throws DatabaseException {
        session.attempt(() -> {
            final PreparedStatement forget = prepare(FORGET);
            mine(forget, 1);
            update(forget);
        });
    }

    private PreparedStatement prepare(String sql) throws SQLException {
        return session.prepare(sql).statement();
    }

    private int mine(PreparedStatement statement, int at) throws SQLException {
        statement.setString(at, schema.gateway());
        statement.setString(at + 1, schema.database());
        return at + 2;
    }

    private int update(PreparedStatement statement) throws SQLException {
        session.trip();
        return statement.executeUpdate();
    }
}
