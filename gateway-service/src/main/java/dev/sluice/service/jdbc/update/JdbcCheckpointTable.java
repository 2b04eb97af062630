package dev.sluice.service.jdbc.update;

import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.sql.CheckpointSql;
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

    private final Session session;
    private final CheckpointSchema schema;
    private final CheckpointSql sql;

    JdbcCheckpointTable(Session session, CheckpointSchema schema) {
        this.session = session;
        this.schema = schema;
        this.sql = schema.sql();
    }

    @Override
    public Optional<Row> lock() throws DatabaseException {
        return session.attempt(() -> {
            final PreparedStatement lock = prepare(sql.lock);
            mine(lock, 1);
            return update(lock) == 0 ? Optional.empty() : Optional.of(read());
        });
    }

    private Row read() throws SQLException {
        final PreparedStatement read = prepare(sql.read);
        mine(read, 1);
        session.trip();
        try (ResultSet rows = read.executeQuery()) {
            if (!rows.next()) {
                throw new SQLException(
                        "the row that was just locked in " + CheckpointSql.CHECKPOINT + " cannot be read");
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
    public List<Owner> others(UUID queue, long behind) throws DatabaseException {
        return session.attempt(() -> {
            final PreparedStatement others = prepare(sql.others);
            final int at = mine(others, 1);
            others.setString(at, queue.toString());
            others.setLong(at + 1, behind);
            session.trip();
            final List<Owner> owners = new ArrayList<>();
            try (ResultSet rows = others.executeQuery()) {
                while (rows.next()) {
                    owners.add(new Owner(rows.getString(1), rows.getString(2)));
                }
            }
            return owners;
        });
    }

    @Override
    public void insert(Row row) throws DatabaseException {
        write(sql.insert, row);
    }

    @Override
    public void replace(Row row) throws DatabaseException {
        write(sql.replace, row);
    }

    private void write(String text, Row row) throws DatabaseException {
        session.attempt(() -> {
            final PreparedStatement write = prepare(text);
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
            final PreparedStatement kept = prepare(sql.kept);
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
            final PreparedStatement advance = prepare(pruned.isPresent() ? sql.advanceAndPrune : sql.advance);
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
                final PreparedStatement prune = prepare(sql.prune);
                prune.setLong(mine(prune, 1), pruned.getAsLong());
                update(prune);
            }
            return true;
        });
    }

    @Override
    public void keep(long last, byte[] outcomes) throws DatabaseException {
        session.attempt(() -> {
            final PreparedStatement keep = prepare(sql.keep);
            final int at = mine(keep, 1);
            keep.setLong(at, last);
            keep.setBytes(at + 1, outcomes);
            update(keep);
        });
    }

    @Override
    public void forgetOutcomes() throws DatabaseException {
        session.attempt(() -> {
            final PreparedStatement forget = prepare(sql.forget);
            mine(forget, 1);
            update(forget);
        });
    }

    private PreparedStatement prepare(String text) throws SQLException {
        return session.prepare(text).statement();
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
