package dev.sluice.service.rest.answer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.OtherValue;
import dev.sluice.api.ValueType;
import dev.sluice.internal.wire.Encoder;
import dev.sluice.service.rest.template.Json;
import dev.sluice.service.rest.template.KeyText;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.Locale;
import java.util.regex.Pattern;

/** Encodes a JSON value as a column's value, either with the type that it has in JSON or with a declared type. */
final class ColumnValue {

    private static final Pattern NUMBER =
            Pattern.compile("-?(0|[1-9][0-9]{0,999})(\\.[0-9]{1,999})?([eE][+-]?[0-9]{1,9})?");
    private static final String JSON = "json";

    private ColumnValue() {}

    /** Encodes a value with the type that it has in JSON. */
    static void encode(JsonNode value, Encoder out) throws UnreadableException {
        if (value.isNull()) {
            out.nullValue();
        } else if (value.isTextual()) {
            text(value.textValue(), out);
        } else if (value.isBoolean()) {
            out.value(value.booleanValue());
        } else if (value.isIntegralNumber() && value.canConvertToLong()) {
            out.value(value.longValue());
        } else if (value.isNumber()) {
            out.value(value.decimalValue());
        } else {
            other(value, out);
        }
    }

    /** Encodes a value with a declared type; null is valid for each type. */
    static void encode(JsonNode value, ValueType type, Encoder out) throws UnreadableException {
        if (value.isNull()) {
            out.nullValue();
            return;
        }
        try {
            switch (type) {
                case BOOLEAN -> out.value(flag(value));
                case LONG -> out.value(number(value).longValueExact());
                case DOUBLE -> out.value(nearest(value));
                case DECIMAL -> out.value(number(value));
                case TEXT -> text(asText(value), out);
                case BYTES -> out.value(Base64.getDecoder().decode(textOf(value)));
                case DATE -> out.value(LocalDate.parse(textOf(value)));
                case TIME -> out.value(LocalTime.parse(textOf(value)));
                case TIMESTAMP -> out.value(LocalDateTime.parse(textOf(value)));
                case INSTANT -> out.value(OffsetDateTime.parse(textOf(value)).toInstant());
                case UUID -> out.value(KeyText.uuid(textOf(value)));
                case DOUBLES -> out.value(doubles(value));
                case NULL, OTHER -> throw new IllegalStateException("No column can be declared as " + type);
            }
        } catch (final DateTimeException | ArithmeticException | IllegalArgumentException e) {
            throw new UnreadableException("is no " + type.name().toLowerCase(Locale.ROOT));
        }
    }

    private static void text(String text, Encoder out) throws UnreadableException {
        try {
            out.value(text);
        } catch (final IllegalArgumentException e) {
            throw new UnreadableException("is a text with half a character (an unpaired surrogate)");
        }
    }

    private static void other(JsonNode value, Encoder out) throws UnreadableException {
        try {
            out.value(new OtherValue(JSON, Json.write(value)));
        } catch (final IllegalArgumentException e) {
            throw new UnreadableException("holds a text with half a character (an unpaired surrogate)");
        }
    }

    private static String textOf(JsonNode value) {
        if (!value.isTextual()) {
            throw new IllegalArgumentException("not a text");
        }
        return value.textValue();
    }

    /** Returns a text; also accepts an integer, because some services send values such as ids as numbers. */
    private static String asText(JsonNode value) {
        return value.isIntegralNumber() ? value.asText() : textOf(value);
    }

    private static boolean flag(JsonNode value) {
        if (!value.isBoolean()) {
            throw new IllegalArgumentException("not a flag");
        }
        return value.booleanValue();
    }

    /** Returns a number; also accepts a number in a text, because many services send amounts of money in this way. */
    private static BigDecimal number(JsonNode value) {
        if (value.isNumber()) {
            return value.decimalValue();
        }
        final String text = textOf(value);
        if (!NUMBER.matcher(text).matches()) {
            throw new IllegalArgumentException("not a number");
        }
        return new BigDecimal(text);
    }

    /** Returns the nearest double; an integer must be exactly representable as a double. */
    private static double nearest(JsonNode value) {
        final BigDecimal number = number(value);
        final double nearest = number.doubleValue();
        final boolean whole =
                number.signum() == 0 || number.stripTrailingZeros().scale() <= 0;
        if (!Double.isFinite(nearest) || whole && new BigDecimal(nearest).compareTo(number) != 0) {
            throw new ArithmeticException("not a double");
        }
        return nearest;
    }

    private static double[] doubles(JsonNode value) {
        if (!value.isArray()) {
            throw new IllegalArgumentException("not a list");
        }
        final double[] doubles = new double[value.size()];
        for (int i = 0; i < doubles.length; i++) {
            if (!value.get(i).isNumber()) {
                throw new IllegalArgumentException("not a number");
            }
            doubles[i] = nearest(value.get(i));
        }
        return doubles;
    }

    /** A value in a response does not have the expected form. */
    static final class UnreadableException extends Exception {

        private static final long serialVersionUID = 1L;

        UnreadableException(String reason) {
            super(reason, null, false, false);
        }
    }
}
