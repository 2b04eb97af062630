package dev.sluice.service.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.OtherValue;
import dev.sluice.api.ValueType;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.DoubleStream;

/** Values as what Jackson writes: plainly, for programs that look at them, or exactly, to be read again. */
public final class ValueJson {

    private static final Map<Class<?>, ValueType> AS_TEXT = Map.of(
            Double.class, ValueType.DOUBLE, // one that JSON does not have
            BigDecimal.class, ValueType.DECIMAL,
            LocalDate.class, ValueType.DATE,
            LocalTime.class, ValueType.TIME,
            LocalDateTime.class, ValueType.TIMESTAMP,
            Instant.class, ValueType.INSTANT,
            UUID.class, ValueType.UUID);

    private ValueJson() {}

    /**
     * Numbers are numbers, decimals with all their digits; dates, times and UUIDs are text as ISO 8601 and RFC 4122 write
     * them, and so is a double that JSON does not have; bytes are Base64; what has no wire type of its own is its text.
     */
    public static Object plain(Object value) {
        final boolean text = value != null && !(value instanceof Number) && AS_TEXT.containsKey(value.getClass());
        return value instanceof OtherValue other ? other.text() : text ? value.toString() : value;
    }

    /**
     * JSON that gives back the same type and value: what JSON has is written as it is, a long without and a double with a
     * point; anything else is an object whose first member is named after its {@link ValueType}.
     */
    public static Object exact(Object value) {
        if (value instanceof byte[]) {
            return typed(ValueType.BYTES, value);
        } else if (value instanceof double[] numbers) {
            return typed(
                    ValueType.DOUBLES,
                    DoubleStream.of(numbers).mapToObj(ValueJson::exact).toList());
        } else if (value instanceof OtherValue other) {
            final Map<String, Object> object = new LinkedHashMap<>(typed(ValueType.OTHER, other.text()));
            object.put("type", other.typeName());
            return object;
        } else if (value == null
                || !AS_TEXT.containsKey(value.getClass())
                || value instanceof Double number && Double.isFinite(number)) {
            return value;
        }
        return typed(AS_TEXT.get(value.getClass()), value.toString());
    }

    private static Map<String, Object> typed(ValueType type, Object value) {
        return Collections.singletonMap(type.name().toLowerCase(Locale.ROOT), value);
    }

    /**
     * The values of an array whose elements are exact.
     *
     * @throws IllegalArgumentException if one is no value
     * @throws java.time.DateTimeException if one is no date or time
     */
    public static List<Object> values(JsonNode array) throws IOException {
        final List<Object> values = new ArrayList<>(array.size());
        for (final JsonNode value : array) {
            values.add(value(value));
        }
        return values;
    }

    private static Object value(JsonNode node) throws IOException {
        return switch (node.getNodeType()) {
            case NULL -> null;
            case BOOLEAN -> node.booleanValue();
            case STRING -> node.textValue();
            case NUMBER -> number(node);
            case OBJECT -> typed(node);
            default -> throw new IllegalArgumentException(node.getNodeType() + " is no value");
        };
    }

    private static Object number(JsonNode node) {
        if (node.isIntegralNumber() && !node.canConvertToLong()) {
            throw new IllegalArgumentException(node + " is out of range for a long");
        }
        return node.isIntegralNumber() ? (Object) node.longValue() : (Object) node.doubleValue();
    }

    private static Object typed(JsonNode node) throws IOException {
        final String name = node.fieldNames().next();
        final JsonNode value = node.get(name);
        final String text = value.asText();
        return switch (ValueType.valueOf(name.toUpperCase(Locale.ROOT))) {
            case DOUBLE -> Double.valueOf(text);
            case DECIMAL -> decimal(text);
            case BYTES -> value.binaryValue();
            case DATE -> LocalDate.parse(text);
            case TIME -> LocalTime.parse(text);
            case TIMESTAMP -> LocalDateTime.parse(text);
            case INSTANT -> Instant.parse(text);
            case UUID -> UUID.fromString(text);
            case DOUBLES ->
                values(value).stream().mapToDouble(Double.class::cast).toArray();
            case OTHER -> new OtherValue(node.required("type").asText(), text);
            default -> throw new IllegalArgumentException("an object for a " + name);
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
