package dev.sluice.service.jdbc.dialect;

import dev.sluice.api.OtherValue;
import dev.sluice.api.ValueType;
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

/** Encodes one column of the current row, as the driver gives it. Stateless. */
public interface ColumnReader {

    void read(ResultSet row, int column, Encoder out) throws SQLException;

    /** Gets a column's value from the driver; null for SQL's NULL. */
    interface Getter<T> {
        T get(ResultSet row, int column) throws SQLException;
    }

    /** Encodes a value that is not null. */
    interface Writer<T> {
        void write(Encoder out, T value) throws SQLException;
    }

    /** Returns the error for a value that the wire format cannot represent; the error fails the request. */
    static SQLException unreadable(String found) {
        return new SQLException("A column holds " + found + "; convert it in the statement", "22000");
    }

    /**
     * Returns the type of a column's values, by its JDBC type, or by its type's name if drivers use one JDBC type for several
     * types. Values of {@link ValueType#OTHER} are read as text.
     */
    static ValueType type(ResultSetMetaData columns, int column) throws SQLException {
        final String name = name(columns, column);
        return switch (columns.getColumnType(column)) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> ValueType.LONG;
            case Types.NUMERIC, Types.DECIMAL -> ValueType.DECIMAL;
            case Types.REAL -> ValueType.DOUBLE;
            case Types.FLOAT, Types.DOUBLE -> name.equals("money") ? ValueType.OTHER : ValueType.DOUBLE;
            case Types.BOOLEAN -> ValueType.BOOLEAN;
            case Types.BIT ->
                name.equals("bool") || columns.getPrecision(column) <= 1 && !name.equals("bit")
                        ? ValueType.BOOLEAN
                        : ValueType.OTHER;
            case Types.CHAR,
                    Types.VARCHAR,
                    Types.LONGVARCHAR,
                    Types.NCHAR,
                    Types.NVARCHAR,
                    Types.LONGNVARCHAR,
                    Types.CLOB,
                    Types.NCLOB -> ValueType.TEXT;
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB ->
                name.equals("uuid") ? ValueType.UUID : ValueType.BYTES;
            case Types.DATE -> ValueType.DATE;
            case Types.TIME -> name.equals("timetz") ? ValueType.OTHER : ValueType.TIME;
            case Types.TIMESTAMP -> name.equals("timestamptz") ? ValueType.INSTANT : ValueType.TIMESTAMP;
            case Types.TIMESTAMP_WITH_TIMEZONE -> ValueType.INSTANT;
            case Types.ARRAY -> name.startsWith("double") ? ValueType.DOUBLES : ValueType.OTHER;
            default -> name.equals("uuid") ? ValueType.UUID : ValueType.OTHER;
        };
    }

    private static String name(ResultSetMetaData columns, int column) throws SQLException {
        return columns.getColumnTypeName(column).toLowerCase(Locale.ROOT);
    }

    /** Returns the reader for a column by its {@link #type}. */
    static ColumnReader of(ResultSetMetaData columns, int column) throws SQLException {
        final String name = name(columns, column);
        return switch (type(columns, column)) {
            case LONG -> ColumnReader::readLong;
            case DECIMAL -> decimals(name);
            case DOUBLE ->
                columns.getColumnType(column) == Types.REAL ? ColumnReader::readFloat : ColumnReader::readDouble;
            case BOOLEAN -> ColumnReader::readBoolean;
            case TEXT -> ColumnReader.<String>objects(ResultSet::getString, Encoder::value);
            case BYTES -> ColumnReader.<byte[]>objects(ResultSet::getBytes, Encoder::value);
            case UUID -> objects(UUID.class, Encoder::value);
            case DATE -> within(name, LocalDate.class, LocalDate.MIN, LocalDate.MAX, Encoder::value);
            case TIME -> within(name, LocalTime.class, LocalTime.MAX, LocalTime.MAX, Encoder::value);
            case TIMESTAMP -> within(name, LocalDateTime.class, LocalDateTime.MIN, LocalDateTime.MAX, Encoder::value);
            case INSTANT -> instants(name);
            case DOUBLES -> doubles(name);
            case NULL, OTHER -> other(name);
        };
    }

    /** Returns the reader for columns without a type, which encodes each value by the value's own class. */
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

    /** Returns the reader for columns whose values the driver gives as objects. */
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

    private static ColumnReader instants(String typeName) {
        return within(
                typeName,
                OffsetDateTime.class,
                OffsetDateTime.MIN,
                OffsetDateTime.MAX,
                (out, time) -> out.value(time.toInstant()));
    }

    /** PostgreSQL's driver represents infinity and 24:00 by a type's extreme values; these are encoded as the database's text. */
    private static <T> ColumnReader within(String typeName, Class<T> type, T least, T most, Writer<T> writer) {
        return (row, column, out) -> {
            final T value = row.getObject(column, type);
            if (value == null) {
                out.nullValue();
            } else if ((value.equals(least) || value.equals(most)) && isBeyond(row.getString(column))) {
                out.value(new OtherValue(typeName, row.getString(column)));
            } else {
                writer.write(out, value);
            }
        };
    }

    private static boolean isBeyond(String text) {
        return text.endsWith("infinity") || text.startsWith("24:");
    }

    /** PostgreSQL's NaN and infinity are not decimals, so they are encoded as the database's text. */
    private static ColumnReader decimals(String typeName) {
        final ColumnReader decimals = objects(ResultSet::getBigDecimal, Encoder::value);
        return (row, column, out) -> {
            try {
                decimals.read(row, column, out);
            } catch (final SQLException e) {
                final String text = row.getString(column);
                if (!text.equals("NaN") && !text.endsWith("Infinity")) {
                    throw e;
                }
                out.value(new OtherValue(typeName, text));
            }
        };
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

    /** Reads a float and widens it, so that a driver gives the same double whether it received the value as text or in binary. */
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
}
