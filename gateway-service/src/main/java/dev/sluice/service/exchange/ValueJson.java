package dev.sluice.service.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.OtherValue;
import dev.sluice.api.ValueType;
import dev.sluice.internal.wire.Letters;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.DoubleStream;
import java.util.stream.StreamSupport;

/** Values as JSON has them, and back again by the names of their types. */
public final class ValueJson {

    /** In front of the name that a database has for a type without one on the wire. */
    private static final String OTHER = "other ";

    /** The digits before or after the point that a double can have, by its exponent: programs read numbers as doubles. */
    private static final int MOST_DIGITS = 308;

    private static final Double MINUS_ZERO = -0.0;

    private ValueJson() {}

    /**
     * What Jackson writes for it: numbers are numbers, decimals with all their digits; dates, times and UUIDs are text as
     * ISO 8601 and RFC 4122 write them, and so is a number that programs would lose: NaN, an infinity, minus zero, and a
     * decimal outside the range of a double; bytes are Base64; what has no wire type of its own is its text.
     */
    public static Object plain(Object value) {
        if (value instanceof OtherValue other) {
            return other.text();
        } else if (value instanceof double[] numbers) {
            return DoubleStream.of(numbers).mapToObj(ValueJson::plain).toList();
        }
        return isKept(value) ? value : value.toString();
    }

    private static boolean isKept(Object value) {
        if (value instanceof Double number) {
            return Double.isFinite(number) && !number.equals(MINUS_ZERO);
        } else if (value instanceof BigDecimal decimal) {
            return Math.abs((long) decimal.precision() - decimal.scale()) <= MOST_DIGITS;
        }
        return value == null
                || value instanceof Boolean
                || value instanceof Long
                || value instanceof String
                || value instanceof byte[];
    }

    /** The name of its type, for {@link #value}: that of a {@link ValueType} in lower case, or "other" and the database's. */
    public static String type(Object value) {
        if (value instanceof OtherValue other) {
            return OTHER + other.typeName();
        }
        return name(Letters.typeOf(value));
    }

    /** The name of that type. */
    public static String name(ValueType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    /**
     * The value of that type that {@link #plain} made JSON of.
     *
     * @throws IllegalArgumentException if it is none
     * @throws java.time.DateTimeException if it is no date or time
     */
    public static Object value(String type, JsonNode node) throws IOException {
        if (node.isNull()) {
            return null;
        } else if (type.startsWith(OTHER)) {
            return new OtherValue(type.substring(OTHER.length()), node.asText());
        }
        final ValueType known = ValueType.valueOf(type.toUpperCase(Locale.ROOT));
        if (!fits(known, node)) {
            throw new IllegalArgumentException(node + " is no value of type " + type);
        }
        final String text = node.asText();
        return switch (known) {
            case BOOLEAN -> node.booleanValue();
            case LONG -> Long.valueOf(text);
            case DOUBLE -> Double.valueOf(text);
            case DECIMAL -> decimal(text);
            case TEXT -> text;
            case BYTES -> node.binaryValue();
            case DATE -> LocalDate.parse(text);
            case TIME -> LocalTime.parse(text);
            case TIMESTAMP -> LocalDateTime.parse(text);
            case INSTANT -> Instant.parse(text);
            case UUID -> UUID.fromString(text);
            case DOUBLES ->
                StreamSupport.stream(node.spliterator(), false)
                        .mapToDouble(number -> Double.parseDouble(number.asText()))
                        .toArray();
            case NULL, OTHER -> throw new IllegalStateException("nothing fits " + type);
        };
    }

    private static boolean fits(ValueType type, JsonNode node) {
        return switch (type) {
            case NULL, OTHER -> false; // null is read, and other has the database's name after it
            case BOOLEAN -> node.isBoolean();
            case BYTES -> node.isTextual();
            case DOUBLES -> node.isArray();
            default -> node.isValueNode();
        };
    }

    /** BigDecimal refuses exponents that its own text may have. */
    private static BigDecimal decimal(String text) {
        final int exponent = text.indexOf('E');
        if (exponent < 0) {
            return new BigDecimal(text);
        }
        final BigDecimal digits = new BigDecimal(text.substring(0, exponent));
        final long scale = digits.scale() - Long.parseLong(text.substring(exponent + 1));
        return new BigDecimal(digits.unscaledValue(), Math.toIntExact(scale));
    }
}
