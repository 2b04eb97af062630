package dev.sluice.jdbc.internal;

import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;

/**
 * Converts the values of parameters to types that a request can contain. A value that cannot be converted stays as it is, and is
 * refused when the request is sent.
 */
final class Arguments {

    private Arguments() {}

    static @Nullable Object of(@Nullable Object value) {
        if (value instanceof java.util.Date old) {
            final LocalDateTime at = Times.dateTime(old, null);
            return old instanceof Date ? at.toLocalDate() : old instanceof Time ? at.toLocalTime() : at;
        }
        if (value instanceof OffsetDateTime time) {
            return time.toInstant();
        }
        if (value instanceof ZonedDateTime time) {
            return time.toInstant();
        }
        if (value instanceof Float number) {
            return decimal(number);
        }
        return value instanceof Character letter ? letter.toString() : value;
    }

    /**
     * Returns the double with the same decimal text, for example 0.1 for 0.1f, if that double converts back to the same float.
     */
    private static double decimal(float value) {
        final double number = Double.parseDouble(Float.toString(value));
        return (float) number == value ? number : value;
    }

    /** Converts the value to an SQL type. If the SQL type is not supported, the value is converted as in {@link #of(Object)}. */
    static @Nullable Object of(@Nullable Object value, int type) throws SQLException {
        final Object plain = of(value);
        final Object time = value instanceof java.util.Date old ? Times.dateTime(old, null) : plain;
        return switch (type) {
            case Types.BIT, Types.BOOLEAN -> Values.to(Boolean.class, plain, null);
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> Values.to(Long.class, plain, null);
            case Types.REAL, Types.FLOAT, Types.DOUBLE -> Values.to(Double.class, plain, null);
            case Types.NUMERIC, Types.DECIMAL -> Values.to(java.math.BigDecimal.class, plain, null);
            case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.NCHAR, Types.NVARCHAR, Types.LONGNVARCHAR ->
                Values.to(String.class, plain, null);
            case Types.DATE -> Values.to(java.time.LocalDate.class, time, null);
            case Types.TIME -> Values.to(java.time.LocalTime.class, time, null);
            case Types.TIMESTAMP -> plain instanceof Instant ? plain : Values.to(LocalDateTime.class, time, null);
            case Types.TIMESTAMP_WITH_TIMEZONE ->
                value instanceof java.util.Date old ? Times.instant(old) : Values.to(Instant.class, plain, null);
            default -> plain;
        };
    }
}
