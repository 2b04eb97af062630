package dev.sluice.jdbc.internal;

import dev.sluice.api.OtherValue;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.jdbc.internal.PartialProxy.Part;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * The metadata of a result's columns: names and types. The type of a column is the type of the column's first value that is not
 * NULL.
 */
public final class ReadColumns implements Part {

    private static final Type NONE = new Type(Types.NULL, "NULL", Object.class);
    private static final Map<Class<?>, Type> BY_VALUE = Map.ofEntries(
            Map.entry(Boolean.class, new Type(Types.BOOLEAN, "BOOLEAN", Boolean.class)),
            Map.entry(Long.class, new Type(Types.BIGINT, "BIGINT", Long.class)),
            Map.entry(Double.class, new Type(Types.DOUBLE, "DOUBLE PRECISION", Double.class)),
            Map.entry(BigDecimal.class, new Type(Types.NUMERIC, "NUMERIC", BigDecimal.class)),
            Map.entry(String.class, new Type(Types.VARCHAR, "VARCHAR", String.class)),
            Map.entry(byte[].class, new Type(Types.VARBINARY, "VARBINARY", byte[].class)),
            Map.entry(LocalDate.class, new Type(Types.DATE, "DATE", java.sql.Date.class)),
            Map.entry(LocalTime.class, new Type(Types.TIME, "TIME", java.sql.Time.class)),
            Map.entry(LocalDateTime.class, new Type(Types.TIMESTAMP, "TIMESTAMP", java.sql.Timestamp.class)),
            Map.entry(
                    Instant.class,
                    new Type(Types.TIMESTAMP_WITH_TIMEZONE, "TIMESTAMP WITH TIME ZONE", java.sql.Timestamp.class)),
            Map.entry(UUID.class, new Type(Types.OTHER, "UUID", UUID.class)),
            Map.entry(double[].class, new Type(Types.ARRAY, "DOUBLE PRECISION ARRAY", double[].class)));

    private final Rows rows;

    ReadColumns(Rows rows) {
        this.rows = rows;
    }

    private record Type(int number, String name, Class<?> given) {}

    private Type type(int column) throws SQLException {
        getColumnLabel(column);
        final Optional<Object> first = rows.stream()
                .map((Row row) -> row.get(column - 1))
                .filter(Objects::nonNull)
                .findFirst();
        return first.map(value -> value instanceof OtherValue other
                        ? new Type(Types.OTHER, other.typeName(), String.class)
                        : BY_VALUE.get(value.getClass()))
                .orElse(NONE);
    }

    public int getColumnCount() {
        return rows.columns().size();
    }

    public String getColumnLabel(int column) throws SQLException {
        if (column < 1 || column > getColumnCount()) {
            throw new SQLSyntaxErrorException("there is no column " + column + " in " + rows.columns(), "42703");
        }
        return rows.columns().names().get(column - 1);
    }

    public String getColumnName(int column) throws SQLException {
        return getColumnLabel(column);
    }

    public int getColumnType(int column) throws SQLException {
        return type(column).number;
    }

    public String getColumnTypeName(int column) throws SQLException {
        return type(column).name;
    }

    public String getColumnClassName(int column) throws SQLException {
        return type(column).given.getName();
    }

    public boolean isSigned(int column) throws SQLException {
        return Number.class.isAssignableFrom(type(column).given);
    }
}
