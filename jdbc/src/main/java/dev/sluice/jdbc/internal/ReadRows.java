package dev.sluice.jdbc.internal;

import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.jdbc.internal.Partly.Labelled;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** A result set, which reads the rows of one result, forward. {@link Partly} adds the getters by label. One thread. */
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
        this.self = Partly.as(ResultSet.class, this);
    }

    /** An action at the close of a result set. */
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
            throw new SQLSyntaxErrorException(e.getMessage(), "42703", e);
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
            throw new SQLSyntaxErrorException("column " + column + " of " + rows.columns(), "42703");
        }
        final Object value = row.get(column - 1);
        wasNull = value == null;
        return value;
    }

    private <T> T or(int column, Class<T> type, T ifNull) throws SQLException {
        final T value = get(column, type, null);
        return value == null ? ifNull : value;
    }

    private <T> @Nullable T get(int column, Class<T> type, @Nullable Calendar calendar) throws SQLException {
        final Object value = value(column);
        try {
            return Values.to(type, value, calendar);
        } catch (final SQLDataException e) {
            throw new SQLDataException(
                    "column '" + rows.columns().names().get(column - 1) + "': " + e.getMessage(), e.getSQLState(), e);
        }
    }

    public @Nullable Object getObject(int column) throws SQLException {
        return get(column, Object.class, null);
    }

    public <T> @Nullable T getObject(int column, Class<T> type) throws SQLException {
        return get(column, type, null);
    }

    public @Nullable Object getObject(int column, @Nullable Map<String, Class<?>> types) throws SQLException {
        return getObject(column);
    }

    public @Nullable String getString(int column) throws SQLException {
        return get(column, String.class, null);
    }

    public @Nullable String getNString(int column) throws SQLException {
        return getString(column);
    }

    public boolean getBoolean(int column) throws SQLException {
        return or(column, Boolean.class, false);
    }

    public byte getByte(int column) throws SQLException {
        return or(column, Byte.class, (byte) 0);
    }

    public short getShort(int column) throws SQLException {
        return or(column, Short.class, (short) 0);
    }

    public int getInt(int column) throws SQLException {
        return or(column, Integer.class, 0);
    }

    public long getLong(int column) throws SQLException {
        return or(column, Long.class, 0L);
    }

    public float getFloat(int column) throws SQLException {
        return or(column, Float.class, 0f);
    }

    public double getDouble(int column) throws SQLException {
        return or(column, Double.class, 0d);
    }

    public @Nullable BigDecimal getBigDecimal(int column) throws SQLException {
        return get(column, BigDecimal.class, null);
    }

    public @Nullable BigDecimal getBigDecimal(int column, int scale) throws SQLException {
        final BigDecimal value = getBigDecimal(column);
        return value == null ? null : value.setScale(scale, RoundingMode.HALF_UP);
    }

    public byte @Nullable [] getBytes(int column) throws SQLException {
        return get(column, byte[].class, null);
    }

    public @Nullable InputStream getBinaryStream(int column) throws SQLException {
        final byte[] bytes = getBytes(column);
        return bytes == null ? null : new ByteArrayInputStream(bytes);
    }

    public @Nullable Reader getCharacterStream(int column) throws SQLException {
        final String text = getString(column);
        return text == null ? null : new StringReader(text);
    }

    public @Nullable Date getDate(int column) throws SQLException {
        return getDate(column, null);
    }

    public @Nullable Date getDate(int column, @Nullable Calendar calendar) throws SQLException {
        return get(column, Date.class, calendar);
    }

    public @Nullable Time getTime(int column) throws SQLException {
        return getTime(column, null);
    }

    public @Nullable Time getTime(int column, @Nullable Calendar calendar) throws SQLException {
        return get(column, Time.class, calendar);
    }

    public @Nullable Timestamp getTimestamp(int column) throws SQLException {
        return getTimestamp(column, null);
    }

    public @Nullable Timestamp getTimestamp(int column, @Nullable Calendar calendar) throws SQLException {
        return get(column, Timestamp.class, calendar);
    }

    public ResultSetMetaData getMetaData() {
        return Partly.as(ResultSetMetaData.class, new ReadColumns(rows));
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

    public int getType() {
        return ResultSet.TYPE_FORWARD_ONLY;
    }

    public int getConcurrency() {
        return ResultSet.CONCUR_READ_ONLY;
    }

    public int getHoldability() {
        return ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    /** Takes a hint, which changes nothing: the rows are there. */
    public void setFetchSize(int size) {}

    public int getFetchSize() {
        return 0;
    }

    public void setFetchDirection(int direction) {}

    public int getFetchDirection() {
        return ResultSet.FETCH_FORWARD;
    }

    public @Nullable SQLWarning getWarnings() {
        return null;
    }

    public void clearWarnings() {}

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
