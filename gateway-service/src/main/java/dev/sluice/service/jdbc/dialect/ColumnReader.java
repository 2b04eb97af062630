package dev.sluice.service.jdbc.dialect;

import dev.sluice.api.OtherValue;
import dev.sluice.internal.wire.Encoder;
import java.math.BigDecimal;
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

    /** The reader for a column, by its JDBC type and, where drivers give one type to several, its name. */
    static ColumnReader of(ResultSetMetaData columns, int column) throws SQLException {
        final String name = columns.getColumnTypeName(column).toLowerCase(Locale.ROOT);
        return switch (columns.getColumnType(column)) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> ColumnReader::readLong;
            case Types.NUMERIC, Types.DECIMAL -> ColumnReader::readDecimal;
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
                    Types.NCLOB -> ColumnReader::readText;
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB ->
                name.equals("uuid") ? ColumnReader::readUuid : ColumnReader::readBytes;
            case Types.DATE -> ColumnReader::readDate;
            case Types.TIME -> name.equals("timetz") ? other(name) : ColumnReader::readTime;
            case Types.TIMESTAMP ->
                name.equals("timestamptz") ? ColumnReader::readInstant : ColumnReader::readTimestamp;
            case Types.TIMESTAMP_WITH_TIMEZONE -> ColumnReader::readInstant;
            case Types.ARRAY -> name.startsWith("double") ? doubles(name) : other(name);
            default -> name.equals("uuid") ? ColumnReader::readUuid : other(name);
        };
    }

    private static void readLong(ResultSet row, int column, Encoder out) throws SQLException {
        final long value = row.getLong(column);
        if (value == 0 && row.wasNull()) {
            out.nullValue();
        } else {
            out.value(value);
        }
    }

    private static void readDecimal(ResultSet row, int column, Encoder out) throws SQLException {
        final BigDecimal value = row.getBigDecimal(column);
        if (value == null) {
            out.nullValue();
        } else {
            out.value(value);
        }
    }

    /** As a float first: a driver may read 4 bytes as text one time and as bits another. */
    private static void readFloat(ResultSet row, int column, Encoder out) throws SQLException {
        final float value = row.getFloat(column);
        if (value == 0 && row.wasNull()) {
            out.nullValue();
        } else {
            out.value((double) value);
        }
    }

    private static void readDouble(ResultSet row, int column, Encoder out) throws SQLException {
        final double value = row.getDouble(column);
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

    private static void readText(ResultSet row, int column, Encoder out) throws SQLException {
        final String value = row.getString(column);
        if (value == null) {
            out.nullValue();
        } else {
            out.value(value);
        }
    }

    private static void readBytes(ResultSet row, int column, Encoder out) throws SQLException {
        final byte[] value = row.getBytes(column);
        if (value == null) {
            out.nullValue();
        } else {
            out.value(value);
        }
    }

    private static void readDate(ResultSet row, int column, Encoder out) throws SQLException {
        final LocalDate value = row.getObject(column, LocalDate.class);
        if (value == null) {
            out.nullValue();
        } else {
            out.value(finite(value, LocalDate.MIN, LocalDate.MAX));
        }
    }

    private static void readTime(ResultSet row, int column, Encoder out) throws SQLException {
        final LocalTime value = row.getObject(column, LocalTime.class);
        if (value == null) {
            out.nullValue();
        } else if (value.equals(LocalTime.MAX)) {
            throw new UnreadableValueException("the time 24:00, which is none on the wire");
        } else {
            out.value(value);
        }
    }

    private static void readTimestamp(ResultSet row, int column, Encoder out) throws SQLException {
        final LocalDateTime value = row.getObject(column, LocalDateTime.class);
        if (value == null) {
            out.nullValue();
        } else {
            out.value(finite(value, LocalDateTime.MIN, LocalDateTime.MAX));
        }
    }

    private static void readInstant(ResultSet row, int column, Encoder out) throws SQLException {
        final OffsetDateTime value = row.getObject(column, OffsetDateTime.class);
        if (value == null) {
            out.nullValue();
        } else {
            out.value(finite(value, OffsetDateTime.MIN, OffsetDateTime.MAX).toInstant());
        }
    }

    private static void readUuid(ResultSet row, int column, Encoder out) throws SQLException {
        final UUID value = row.getObject(column, UUID.class);
        if (value == null) {
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

    private static ColumnReader other(String typeName) {
        return (row, column, out) -> {
            final String text = row.getString(column);
            if (text == null) {
                out.nullValue();
            } else {
                out.value(new OtherValue(typeName, text));
            }
        };
    }

    /** The PostgreSQL driver gives a type's extremes for infinity. */
    private static <T> T finite(T value, T least, T most) throws SQLException {
        if (value.equals(least) || value.equals(most)) {
            throw new UnreadableValueException("an infinite date or time, which is none on the wire");
        }
        return value;
    }
}
