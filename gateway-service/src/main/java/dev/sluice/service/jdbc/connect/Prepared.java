package dev.sluice.service.jdbc.connect;

import dev.sluice.internal.wire.Encoder;
import dev.sluice.internal.wire.KnownColumns;
import dev.sluice.service.jdbc.dialect.ColumnReader;
import dev.sluice.service.jdbc.dialect.Dialect;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;

/** A statement that stays prepared on one connection, with the readers of its columns. Belongs to one worker. */
public final class Prepared implements AutoCloseable {

    private static final String[] NOT_YET = {};

    private final PreparedStatement statement;
    private final Dialect dialect;
    private String[] labels = NOT_YET;
    private String[] types = NOT_YET;
    private ColumnReader[] readers = {};
    private byte[] names = KnownColumns.encode(List.of());

    Prepared(PreparedStatement statement, Dialect dialect) {
        this.statement = statement;
        this.dialect = dialect;
    }

    public PreparedStatement statement() {
        return statement;
    }

    /** Updates the column readers if the columns have changed. Must be called before the rows of a result are read. */
    public void columnsOf(ResultSet rows) throws SQLException {
        final ResultSetMetaData columns = rows.getMetaData();
        if (!asBefore(rows, columns)) {
            read(rows, columns);
        }
    }

    private boolean asBefore(ResultSet rows, ResultSetMetaData columns) throws SQLException {
        boolean same = labels.length == columns.getColumnCount();
        for (int i = 0; same && i < labels.length; i++) {
            same = labels[i].equals(columns.getColumnLabel(i + 1))
                    && types[i].equals(dialect.typeOf(rows, columns, i + 1));
        }
        return same;
    }

    private void read(ResultSet rows, ResultSetMetaData columns) throws SQLException {
        final int count = columns.getColumnCount();
        final String[] labelled = new String[count];
        final String[] typed = new String[count];
        final ColumnReader[] made = new ColumnReader[count];
        for (int i = 0; i < count; i++) {
            labelled[i] = columns.getColumnLabel(i + 1);
            typed[i] = dialect.typeOf(rows, columns, i + 1);
            made[i] = dialect.reader(columns, i + 1);
        }
        names = KnownColumns.encode(List.of(labelled));
        labels = labelled;
        types = typed;
        readers = made;
    }

    /** Returns the encoded names of the columns. */
    public byte[] names() {
        return names;
    }

    /** Whether the columns have exactly these names, in this order. */
    public boolean named(List<String> expected) {
        return Arrays.asList(labels).equals(expected);
    }

    /** Returns texts that distinguish the types of the columns; the caller must not change the array. */
    public String[] types() {
        return types;
    }

    /** Encodes the current row, starting with the column {@code from}, counted from 1. */
    public void read(ResultSet row, int from, Encoder out) throws SQLException {
        for (int column = from; column <= readers.length; column++) {
            readers[column - 1].read(row, column, out);
        }
    }

    @Override
    public void close() throws SQLException {
        statement.close();
    }
}
