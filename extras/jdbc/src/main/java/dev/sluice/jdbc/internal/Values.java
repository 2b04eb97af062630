package dev.sluice.jdbc.internal;

import dev.sluice.api.OtherValue;
import java.lang.invoke.MethodType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.sql.Date;
import java.sql.SQLDataException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAccessor;
import java.util.Calendar;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Converts the values of results to the types of JDBC's getters. */
final class Values {

    private static final Set<String> TRUE = Set.of("true", "t", "1", "yes", "y", "on");
    private static final Set<String> FALSE = Set.of("false", "f", "0", "no", "n", "off");

    /** The conversion to each type. It returns null, or throws an unchecked exception, if the value cannot be converted. */
    private static final Map<Class<?>, BiFunction<Object, @Nullable Calendar, @Nullable Object>> CONVERSIONS =
            Map.ofEntries(
                    Map.entry(Object.class, Values::plain),
                    Map.entry(String.class, (value, calendar) -> text(value)),
                    Map.entry(Boolean.class, (value, calendar) -> truth(value)),
                    Map.entry(Long.class, (value, calendar) -> whole(value).longValueExact()),
                    Map.entry(Integer.class, (value, calendar) -> whole(value).intValueExact()),
                    Map.entry(Short.class, (value, calendar) -> whole(value).shortValueExact()),
                    Map.entry(Byte.class, (value, calendar) -> whole(value).byteValueExact()),
                    Map.entry(BigInteger.class, (value, calendar) -> whole(value)),
                    Map.entry(Double.class, (value, calendar) -> floating(value)),
                    Map.entry(Float.class, (value, calendar) -> (float) floating(value)),
                    Map.entry(BigDecimal.class, (value, calendar) -> number(value)),
                    Map.entry(byte[].class, (value, calendar) -> bytes(value)),
                    Map.entry(UUID.class, (value, calendar) -> UUID.fromString(text(value))),
                    Map.entry(
                            LocalDate.class,
                            (value, calendar) -> dateTime(value, calendar).toLocalDate()),
                    Map.entry(
                            LocalTime.class,
                            (value, calendar) -> dateTime(value, calendar).toLocalTime()),
                    Map.entry(LocalDateTime.class, Values::dateTime),
                    Map.entry(Instant.class, Values::instant),
                    Map.entry(OffsetDateTime.class, Values::offsetDateTime),
                    Map.entry(
                            ZonedDateTime.class,
                            (value, calendar) -> instant(value, calendar).atZone(ZoneId.systemDefault())),
                    Map.entry(Date.class, (value, calendar) -> Times.date(dateTime(value, calendar), calendar)),
                    Map.entry(
                            Time.class,
                            (value, calendar) ->
                                    Times.time(dateTime(value, calendar).toLocalTime(), calendar)),
                    Map.entry(Timestamp.class, Values::timestamp),
                    Map.entry(java.util.Date.class, Values::timestamp));

    private Values() {}

    /** Whether getters and setters of a type are supported. */
    static boolean isKnown(Class<?> type) {
        return CONVERSIONS.containsKey(boxed(type));
    }

    static Class<?> boxed(Class<?> type) {
        return MethodType.methodType(type).wrap().returnType();
    }

    /**
     * Converts a value.
     *
     * @param calendar gives the time zone for dates and times of {@code java.sql}; null for the JVM's time zone
     * @throws SQLDataException if the value cannot be converted to the type
     */
    static <T> @Nullable T to(Class<T> type, @Nullable Object value, @Nullable Calendar calendar)
            throws SQLDataException {
        if (value == null) {
            return null;
        }
        if (type.isInstance(value) && type != Object.class) {
            return type.cast(value);
        }
        try {
            final BiFunction<Object, @Nullable Calendar, @Nullable Object> conversion = CONVERSIONS.get(type);
            final Object converted = conversion == null ? null : conversion.apply(value, calendar);
            if (converted != null) {
                return type.cast(converted);
            }
        } catch (final RuntimeException e) {
            throw wrong(type, value, e);
        }
        throw wrong(type, value, null);
    }

    private static SQLDataException wrong(Class<?> type, Object value, @Nullable Throwable cause) {
        final String state = cause instanceof ArithmeticException ? "22003" : "22018";
        return new SQLDataException(
                "a value of type " + value.getClass().getSimpleName() + " is no " + type.getSimpleName()
                        + Optional.ofNullable(cause)
                                .map(it -> ": " + it.getMessage())
                                .orElse(""),
                state);
    }

    /** Converts the value to the type that drivers return from {@code getObject} if the caller passes no type. */
    private static Object plain(Object value, @Nullable Calendar calendar) {
        if (value instanceof LocalDate || value instanceof LocalDateTime || value instanceof LocalTime) {
            final LocalDateTime at = dateTime(value, calendar);
            return value instanceof LocalDate
                    ? Times.date(at, calendar)
                    : value instanceof LocalTime time ? Times.time(time, calendar) : Times.timestamp(at, calendar);
        }
        return value instanceof Instant instant
                ? Times.timestamp(instant)
                : value instanceof OtherValue other ? other.text() : value;
    }

    private static String text(Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal.toPlainString();
        }
        if (value instanceof byte[] bytes) {
            return "\\x" + HexFormat.of().formatHex(bytes);
        }
        if (value instanceof TemporalAccessor time) {
            return Times.text(time);
        }
        return value instanceof OtherValue other ? other.text() : value.toString();
    }

    private static byte @Nullable [] bytes(Object value) {
        return value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : null;
    }

    private static @Nullable Boolean truth(Object value) {
        if (value instanceof Number number) {
            return number.doubleValue() != 0;
        }
        final String word = text(value).strip().toLowerCase(Locale.ROOT);
        return TRUE.contains(word) ? Boolean.TRUE : FALSE.contains(word) ? Boolean.FALSE : null;
    }

    private static BigDecimal number(Object value) {
        return value instanceof Boolean truth
                ? truth ? BigDecimal.ONE : BigDecimal.ZERO
                : new BigDecimal(text(value).strip());
    }

    private static BigInteger whole(Object value) {
        return value instanceof Long number
                ? BigInteger.valueOf(number)
                : number(value).setScale(0, RoundingMode.DOWN).toBigInteger();
    }

    private static double floating(Object value) {
        return value instanceof Boolean
                ? number(value).doubleValue()
                : Double.parseDouble(text(value).strip());
    }

    private static LocalDateTime dateTime(Object value, @Nullable Calendar calendar) {
        if (value instanceof LocalDateTime time) {
            return time;
        }
        if (value instanceof LocalDate date) {
            return date.atStartOfDay();
        }
        if (value instanceof LocalTime time) {
            return time.atDate(LocalDate.EPOCH);
        }
        if (value instanceof Instant instant) {
            return Times.dateTime(instant, calendar);
        }
        final String text = text(value).strip().replace(' ', 'T');
        return text.indexOf('T') > 0
                ? LocalDateTime.parse(text)
                : text.indexOf(':') > 0
                        ? LocalTime.parse(text).atDate(LocalDate.EPOCH)
                        : LocalDate.parse(text).atStartOfDay();
    }

    private static Timestamp timestamp(Object value, @Nullable Calendar calendar) {
        return value instanceof Instant instant
                ? Times.timestamp(instant)
                : Times.timestamp(dateTime(value, calendar), calendar);
    }

    /** Converts an instant with the offset of UTC, as PostgreSQL's driver does. */
    private static OffsetDateTime offsetDateTime(Object value, @Nullable Calendar calendar) {
        return value instanceof Instant instant
                ? instant.atOffset(ZoneOffset.UTC)
                : dateTime(value, calendar).atZone(ZoneId.systemDefault()).toOffsetDateTime();
    }

    private static Instant instant(Object value, @Nullable Calendar calendar) {
        return value instanceof Instant instant
                ? instant
                : dateTime(value, calendar).atZone(ZoneId.systemDefault()).toInstant();
    }
}
