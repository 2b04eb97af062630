package dev.sluice.service.jdbc.dialect;

import dev.sluice.api.OtherValue;
import dev.sluice.internal.wire.Encoder;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.UUID;

/** Encodes one column of the current row, straight from the driver. Stateless. */
public interface ColumnReader {

    void read(ResultSet row, int column, Encoder out) throws SQLException;

    /** Gets a column's value from the driver; null for a column that is null. */
    interface Getter<T> {
        T get(ResultSet row, int column) throws SQLException;
    }

    /** Encodes a value that is not null. */
    interface Writer<T> {
        void write(Encoder out, T value) throws SQLException;
    }

    /** The failure of a request that found a value which has no form on the wire. */
    static SQLException unreadable(String found) {
        return new SQLException("A column holds " + found + "; convert it in the statement", "22000");
    }

    /** The reader for a column, by its JDBC type and, where drivers give one type to several, its name. */
    static ColumnReader of(ResultSetMetaData columns, int column) throws SQLException {
        final String name = columns.getColumnTypeName(column).toLowerCase(Locale.ROOT);
        return switch (columns.getColumnType(column)) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> ColumnReader::readLong;
            case Types.NUMERIC, Types.DECIMAL -> objects(ResultSet::getBigDecimal, Encoder::value);
            case Types.REAL -> ColumnReader::readFloat;
            case Types.FLOAT, Types.DOUBLE -> name.equals("money") ? other(name) : ColumnReader::readDouble;
            case Types.BOOLEAN -> ColumnReader::readBoolean;
            case Types.BIT ->
                name.equals("bool") || columns.getPrecision(column) <= 1 && !name.equals("bit")
                        ? ColumnReader::readBoolean
                        : other(name);
            case Types.CHAR,
                    Types.VARCHAR,
                    Types.LONGVARCHAR,
                    Types.NCHAR,
                    Types.NVARCHAR,
                    Types.LONGNVARCHAR,
                    Types.CLOB,
                    Types.NCLOB -> ColumnReader.<String>objects(ResultSet::getString, Encoder::value);
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB ->
                name.equals("uuid")
                        ? objects(UUID.class, Encoder::value)
                        : ColumnReader.<byte[]>objects(ResultSet::getBytes, Encoder::value);
            case Types.DATE ->
                objects(LocalDate.class, (out, day) -> out.value(finite(day, LocalDate.MIN, LocalDate.MAX)));
            case Types.TIME -> name.equals("timetz") ? other(name) : objects(LocalTime.class, ColumnReader::writeTime);
            case Types.TIMESTAMP ->
                name.equals("timestamptz")
                        ? instants()
                        : objects(
                                LocalDateTime.class,
                                (out, time) -> out.value(finite(time, LocalDateTime.MIN, LocalDateTime.MAX)));
            case Types.TIMESTAMP_WITH_TIMEZONE -> instants();
            case Types.ARRAY -> name.startsWith("double") ? doubles(name) : other(name);
            default -> name.equals("uuid") ? objects(UUID.class, Encoder::value) : other(name);
        };
    }

    /** The reader for columns without a type: each value as what it is. */
    static ColumnReader ofValues() {
        return objects(ResultSet::getObject, ColumnReader::write);
    }

    private static void write(Encoder out, Object value) {
        if (value instanceof Long || value instanceof Integer) {
            out.value(((Number) value).longValue());
        } else if (value instanceof Double number) {
            out.value((double) number);
        } else if (value instanceof byte[] bytes) {
            out.value(bytes);
        } else if (value instanceof String text) {
            out.value(text);
        } else {
            out.value(new OtherValue(value.getClass().getSimpleName(), value.toString()));
        }
    }

    /** The reader for columns that the driver gives as objects. */
    static <T> ColumnReader objects(Getter<T> getter, Writer<T> writer) {
        return (row, column, out) -> {
            final T value = getter.get(row, column);
            if (value == null) {
                out.nullValue();
            } else {
                writer.write(out, value);
            }
        };
    }

    private static <T> ColumnReader objects(Class<T> type, Writer<T> writer) {
        return objects((row, column) -> row.getObject(column, type), writer);
    }

    private static ColumnReader instants() {
        return objects(
                OffsetDateTime.class,
                (out, time) -> out.value(
                        finite(time, OffsetDateTime.MIN, OffsetDateTime.MAX).toInstant()));
    }

    private static ColumnReader other(String typeName) {
        return objects(ResultSet::getString, (out, text) -> out.value(new OtherValue(typeName, text)));
    }

    private static void readLong(ResultSet row, int column, Encoder out) throws SQLException {
        final long value = row.getLong(column);
        if (value == 0 && row.wasNull()) {
            out.nullValue();
        } else {
            out.value(value);
        }
    }

    /** As a float first: a driver may read 4 bytes as text one time and as bits another. */
    private static void readFloat(ResultSet row, int column, Encoder out) throws SQLException {
        write(row, row.getFloat(column), out);
    }

    private static void readDouble(ResultSet row, int column, Encoder out) throws SQLException {
        write(row, row.getDouble(column), out);
    }

    private static void write(ResultSet row, double value, Encoder out) throws SQLException {
        if (value == 0 && row.wasNull()) {
            out.nullValue();
        } else {
            out.value(value);
        }
    }

    private static void readBoolean(ResultSet row, int column, Encoder out) throws SQLException {
        final boolean value = row.getBoolean(column);
        if (!value && row.wasNull()) {
            out.nullValue();
        } else {
            out.value(value);
        }
    }

    private static void writeTime(Encoder out, LocalTime value) throws SQLException {
        if (value.equals(LocalTime.MAX)) {
            throw unreadable("the time 24:00, which is none on the wire");
        }
        out.value(value);
    }

    private static ColumnReader doubles(String typeName) {
        final ColumnReader asText = other(typeName);
        return (row, column, out) -> {
            final Array array = row.getArray(column);
            if (array == null) {
                out.nullValue();
                return;
            }
            final Object[] elements = (Object[]) array.getArray();
            final double[] values = new double[elements.length];
            for (int i = 0; i < values.length; i++) {
                if (!(elements[i] instanceof Double element)) {
                    asText.read(row, column, out);
                    return;
                }
                values[i] = element;
            }
            out.value(values);
        };
    }

    /** The PostgreSQL driver gives a type's extremes for infinity. */
    private static <T> T finite(T value, T least, T most) throws SQLException {
        if (value.equals(least) || value.equals(most)) {
            throw unreadable("an infinite date or time, which is none on the wire");
        }
        return value;
    }
}
