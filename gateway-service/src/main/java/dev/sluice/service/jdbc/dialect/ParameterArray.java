package dev.sluice.service.jdbc.dialect;

import dev.sluice.api.ValueType;
import dev.sluice.internal.wire.Decoder;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/** The values of one parameter for all items of a chunk, as the elements of an SQL array. */
public interface ParameterArray {

    /** Sets an item's element to the decoder's next value. */
    void set(int item, ValueType sent, Decoder values);

    /** Returns the Java array, which may have primitive elements. */
    Object elements();

    /**
     * Returns an array for a number of items.
     *
     * @param nulls whether all values are null
     * @param postgres whether the driver is PostgreSQL's, which accepts primitive elements, and dates and times as strings
     */
    static ParameterArray of(ValueType type, int items, boolean nulls, boolean postgres) {
        if (postgres && !nulls && type == ValueType.LONG) {
            return new Longs(new long[items]);
        }
        if (postgres && !nulls && type == ValueType.DOUBLE) {
            return new Doubles(new double[items]);
        }
        return new Objects(
                switch (type) {
                    case BOOLEAN -> new Boolean[items];
                    case LONG -> new Long[items];
                    case DOUBLE -> new Double[items];
                    case DECIMAL -> new BigDecimal[items];
                    case TEXT -> new String[items];
                    case BYTES -> new byte[items][];
                    case UUID -> new UUID[items];
                    default -> postgres ? new String[items] : new Object[items];
                },
                postgres);
    }

    /** Primitive elements, which cannot be null; {@link Objects} holds nulls. */
    record Longs(long[] elements) implements ParameterArray {
        @Override
        public void set(int item, ValueType sent, Decoder values) {
            elements[item] = values.getLong();
        }
    }

    /** Primitive elements, like {@link Longs}. */
    record Doubles(double[] elements) implements ParameterArray {
        @Override
        public void set(int item, ValueType sent, Decoder values) {
            elements[item] = values.getDouble();
        }
    }

    /** Elements of all other types, and nulls. */
    record Objects(Object[] elements, boolean postgres) implements ParameterArray {

        private static final LocalTime LAST_MICROSECOND = LocalTime.of(23, 59, 59, 999_999_499);

        @Override
        public void set(int item, ValueType sent, Decoder values) {
            final Object value = values.getContent(sent);
            elements[item] = postgres ? forPostgres(sent, value) : portable(value);
        }

        private static Object portable(Object value) {
            return value instanceof Instant instant ? instant.atOffset(ZoneOffset.UTC) : value;
        }

        /** Converts dates and times to strings, rounded to microseconds as the driver rounds single values. */
        private static Object forPostgres(ValueType sent, Object value) {
            return switch (sent) {
                case DATE -> value.toString();
                case TIME -> {
                    final LocalTime time = (LocalTime) value;
                    yield time.isAfter(LAST_MICROSECOND)
                            ? "24:00:00"
                            : time.plusNanos(500).truncatedTo(ChronoUnit.MICROS).toString();
                }
                case TIMESTAMP ->
                    ((LocalDateTime) value)
                            .plusNanos(500)
                            .truncatedTo(ChronoUnit.MICROS)
                            .toString();
                case INSTANT ->
                    ((Instant) value)
                            .plusNanos(500)
                            .truncatedTo(ChronoUnit.MICROS)
                            .toString();
                default -> value;
            };
        }
    }
}
