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

/** Converts values to JSON, and converts them back with the names of their types. */
public final class ValueJson {

    /** The prefix in the name of a type without a wire type; the database's own name of the type follows the prefix. */
    private static final String OTHER = "other ";

    /** The largest decimal exponent of a double. It matters because many programs read JSON numbers as doubles. */
    private static final int MOST_DIGITS = 308;

    private static final Double MINUS_ZERO = -0.0;

    private ValueJson() {}

    /**
     * Returns an object that Jackson writes as the JSON for the value. Numbers are JSON numbers, decimals with all their digits.
     * Numbers that programs would not read correctly become text: NaN, infinities, minus zero, and decimals outside the range of
     * a double. Dates and times become text in ISO 8601, UUIDs as in RFC 4122, bytes in Base64. A value without a wire type
     * becomes its text.
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

    /**
     * Returns the name of the value's type, for {@link #value}: the name of its {@link ValueType} in lower case, or "other"
     * followed by the name that the database gives the type.
     */
    public static String type(Object value) {
        if (value instanceof OtherValue other) {
            return OTHER + other.typeName();
        }
        return name(Letters.typeOf(value));
    }

    /** Returns the name of a type in lower case. */
    public static String name(ValueType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    /**
     * Converts JSON back to the value from which {@link #plain} created it.
     *
     * @throws IllegalArgumentException if the JSON is not a value of this type
     * @throws java.time.DateTimeException if the text is not a valid date or time
     */
    public static Object value(String type, JsonNode node) throws IOException {
        if (node.isNull()) {
            return null;
        } else if (type.startsWith(OTHER)) {
            return new OtherValue(type.substring(OTHER.length()), node.asText());
        }
        final ValueType known = ValueType.valueOf(type.toUpperCase(Locale.ROOT));
        if (!fits(known, node)) {
            throw new IllegalArgumentException(node + " is not a value of type " + type);
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
            case NULL, OTHER -> false; // value() has already handled a null, and "other" with the database's name
            case BOOLEAN -> node.isBoolean();
            case BYTES -> node.isTextual();
            case DOUBLES -> node.isArray();
            default -> node.isValueNode();
        };
    }

    /** Parses a decimal. The constructor of {@code BigDecimal} refuses some exponents that its {@code toString} writes. */
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
