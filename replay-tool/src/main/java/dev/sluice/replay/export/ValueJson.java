package dev.sluice.replay.export;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.OtherValue;
import dev.sluice.api.ValueType;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/**
 * Values as JSON that gives back the same type and value: what JSON has is written as it is, a long without and a double with
 * a point; anything else is an object whose first member is named after its {@link ValueType}.
 */
final class ValueJson {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Map<Class<?>, ValueType> AS_TEXT = Map.of(
            Double.class, ValueType.DOUBLE, // one that JSON does not have
            BigDecimal.class, ValueType.DECIMAL,
            LocalDate.class, ValueType.DATE,
            LocalTime.class, ValueType.TIME,
            LocalDateTime.class, ValueType.TIMESTAMP,
            Instant.class, ValueType.INSTANT,
            UUID.class, ValueType.UUID);

    private ValueJson() {}

    static ArrayNode ofAll(Iterable<?> values) {
        final ArrayNode all = NODES.arrayNode();
        values.forEach(value -> all.add(of(value)));
        return all;
    }

    static JsonNode of(Object value) {
        if (value == null) {
            return NODES.nullNode();
        } else if (value instanceof Boolean flag) {
            return NODES.booleanNode(flag);
        } else if (value instanceof Long number) {
            return NODES.numberNode(number);
        } else if (value instanceof Double number && Double.isFinite(number)) {
            return NODES.numberNode(number);
        } else if (value instanceof String text) {
            return NODES.textNode(text);
        } else if (value instanceof byte[] bytes) {
            return typed(ValueType.BYTES, NODES.binaryNode(bytes));
        } else if (value instanceof double[] numbers) {
            final ArrayNode all = NODES.arrayNode(numbers.length);
            for (final double number : numbers) {
                all.add(of(number));
            }
            return typed(ValueType.DOUBLES, all);
        } else if (value instanceof OtherValue other) {
            return typed(ValueType.OTHER, NODES.textNode(other.text())).put("type", other.typeName());
        }
        return typed(AS_TEXT.get(value.getClass()), NODES.textNode(value.toString()));
    }

    private static ObjectNode typed(ValueType type, JsonNode value) {
        final ObjectNode node = NODES.objectNode();
        node.set(type.name().toLowerCase(Locale.ROOT), value);
        return node;
    }

    /**
     * The values of an array.
     *
     * @throws IllegalArgumentException if one is no value
     * @throws java.time.DateTimeException if one is no date or time
     */
    static List<Object> allOf(JsonNode array) throws IOException {
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
            case DOUBLES -> doubles(value);
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

    private static double[] doubles(JsonNode array) throws IOException {
        return allOf(array).stream().mapToDouble(Double.class::cast).toArray();
    }
}
