package dev.sluice.service.jdbc;

import dev.sluice.wire.Encoder;
import dev.sluice.wire.KnownColumns;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** A statement kept prepared on one connection, and how its columns are read. Belongs to one worker. */
final class Prepared implements AutoCloseable {

    private final PreparedStatement statement;
    private final Dialect dialect;
    private int[] types = {};
    private ColumnReader[] readers = {};
    private byte[] names = {};

    Prepared(PreparedStatement statement, Dialect dialect) {
        this.statement = statement;
        this.dialect = dialect;
    }

    PreparedStatement statement() {
        return statement;
    }

    /** Looks at the columns of a result before its rows are read: a change of the schema may have changed them. */
    void columnsOf(ResultSet rows) throws SQLException {
        final ResultSetMetaData columns = rows.getMetaData();
        final int count = columns.getColumnCount();
        boolean same = types.length == count;
        for (int i = 0; same && i < count; i++) {
            same = columns.getColumnType(i + 1) == types[i];
        }
        if (same) {
            return;
        }
        final int[] found = new int[count];
        final ColumnReader[] made = new ColumnReader[count];
        for (int i = 0; i < count; i++) {
            found[i] = columns.getColumnType(i + 1);
            made[i] = dialect.reader(columns, i + 1);
        }
        final List<String> labels = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            labels.add(columns.getColumnLabel(i + 1));
        }
        names = KnownColumns.encode(labels);
        types = found;
        readers = made;
    }

    /** How many columns it has. */
    int width() {
        return readers.length;
    }

    /** The encoded names of its columns. */
    byte[] names() {
        return names;
    }

    /** Encodes the current row, from that column on, counted from 1. */
    void read(ResultSet row, int from, Encoder out) throws SQLException {
        for (int column = from; column <= readers.length; column++) {
            readers[column - 1].read(row, column, out);
        }
    }

    @Override
    public void close() throws SQLException {
        statement.close();
    }
}
