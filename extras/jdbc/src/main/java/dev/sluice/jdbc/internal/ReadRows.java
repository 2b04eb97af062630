package dev.sluice.jdbc.internal;

import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.jdbc.internal.PartialProxy.Labelled;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Statement;
import java.util.Calendar;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * A result set that reads the rows of one result, forward only. {@link PartialProxy} adds the getters by label. For one thread.
 */
public final class ReadRows implements Labelled {

    private final @Nullable Statement statement;
    private final Closing closing;
    private final Rows rows;
    private final int size;
    private final ResultSet self;
    private int index = -1;
    private boolean wasNull;
    private boolean closed;

    ReadRows(Rows rows, long maxRows, @Nullable Statement statement, Closing closing) {
        this.statement = statement;
        this.closing = closing;
        this.rows = rows;
        this.size = maxRows == 0 ? rows.size() : (int) Math.min(maxRows, rows.size());
        this.self = PartialProxy.as(ResultSet.class, this);
    }

    /** An action to run when a result set is closed. */
    @FunctionalInterface
    interface Closing {

        void closed() throws SQLException;
    }

    ResultSet as() {
        return self;
    }

    public boolean next() {
        index = Math.min(index + 1, size);
        return index < size;
    }

    public boolean wasNull() {
        return wasNull;
    }

    @Override
    public int findColumn(String label) throws SQLException {
        try {
            return rows.columns().indexOf(label) + 1;
        } catch (final NoSuchElementException e) {
            throw Failures.behind(e, new SQLSyntaxErrorException(e.getMessage(), "42703"));
        }
    }

    private @Nullable Object value(int column) throws SQLException {
        if (index < 0 || index >= size) {
            throw new SQLException(
                    "the result set is " + (index < 0 ? "before its first row: call next()" : "after its last row"),
                    "24000");
        }
        final Row row = rows.get(index);
        if (column < 1 || column > row.size()) {
            throw new SQLSyntaxErrorException("there is no column " + column + " in " + rows.columns(), "42703");
        }
        final Object value = row.get(column - 1);
        wasNull = value == null;
        return value;
    }

    /** Returns a value converted to a type. The calendar gives the time zone for dates and times of {@code java.sql}. */
    public <T> @Nullable T getObject(int column, @Nullable Calendar calendar, Class<T> type) throws SQLException {
        final Object value = value(column);
        try {
            return Values.to(type, value, calendar);
        } catch (final SQLDataException e) {
            throw new SQLDataException(
                    "column '" + rows.columns().names().get(column - 1) + "': " + e.getMessage(), e.getSQLState());
        }
    }

    public @Nullable Object getObject(int column) throws SQLException {
        return getObject(column, null, Object.class);
    }

    public <T> @Nullable T getObject(int column, Class<T> type) throws SQLException {
        return getObject(column, null, type);
    }

    public @Nullable Object getObject(int column, @Nullable Map<String, Class<?>> types) throws SQLException {
        return getObject(column);
    }

    public @Nullable BigDecimal getBigDecimal(int column, int scale) throws SQLException {
        final BigDecimal value = getObject(column, BigDecimal.class);
        return value == null ? null : value.setScale(scale, RoundingMode.HALF_UP);
    }

    public @Nullable InputStream getBinaryStream(int column) throws SQLException {
        final byte[] bytes = getObject(column, byte[].class);
        return bytes == null ? null : new ByteArrayInputStream(bytes);
    }

    public @Nullable Reader getCharacterStream(int column) throws SQLException {
        final String text = getObject(column, String.class);
        return text == null ? null : new StringReader(text);
    }

    public ResultSetMetaData getMetaData() {
        return PartialProxy.as(ResultSetMetaData.class, new ReadColumns(rows));
    }

    public @Nullable Statement getStatement() {
        return statement;
    }

    public boolean isBeforeFirst() {
        return index < 0 && size > 0;
    }

    public boolean isFirst() {
        return index == 0 && size > 0;
    }

    public boolean isLast() {
        return index == size - 1 && size > 0;
    }

    public boolean isAfterLast() {
        return index >= size && size > 0;
    }

    public int getRow() {
        return index < size ? index + 1 : 0;
    }

    public void close() throws SQLException {
        if (!closed) {
            closed = true;
            closing.closed();
        }
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public String toString() {
        return "result set of " + statement;
    }
}
