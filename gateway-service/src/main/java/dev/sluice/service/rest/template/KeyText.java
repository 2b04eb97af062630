package dev.sluice.service.rest.template;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.ValueType;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Converts keys to a normal form, so that an argument and the key that a service returns for it become equal texts. A service may
 * return a number as text, a decimal with more or fewer trailing zeros, or a UUID in upper case. A key in JSON is parsed
 * according to the type of the argument: for a long, the text {@code "1"} equals 1; but for a text, {@code "1.0"} does not equal
 * {@code "1"}.
 */
public final class KeyText {

    private static final Pattern NUMBER =
            Pattern.compile("-?(0|[1-9][0-9]{0,99})(\\.[0-9]{1,99})?([eE][+-]?[0-9]{1,4})?");
    private static final int UUID_LENGTH = 36;

    private KeyText() {}

    /** Returns the normal form of an argument. */
    public static String of(Object argument) {
        if (argument == null) {
            return "null";
        }
        if (argument instanceof BigDecimal decimal) {
            return number(decimal);
        }
        if (argument instanceof Double number) {
            return number(number);
        }
        if (argument instanceof byte[] bytes) {
            return Base64.getEncoder().encodeToString(bytes);
        }
        if (argument instanceof double[] numbers) {
            return Arrays.toString(numbers);
        }
        return argument.toString();
    }

    /** Returns the normal form of a key in JSON; empty if no argument of this type can have such a key. */
    public static Optional<String> of(JsonNode key, ValueType type) {
        if (type == ValueType.NULL) {
            return Optional.of("null").filter(none -> key.isNull());
        }
        if (!key.isTextual() && !key.isNumber() && !key.isBoolean()) {
            return Optional.empty();
        }
        return switch (type) {
            case BOOLEAN -> text(key).filter(text -> text.equals("true") || text.equals("false"));
            case TEXT -> text(key);
            case LONG, DECIMAL -> number(key).map(KeyText::number);
            case DOUBLE -> number(key).map(number -> number(number.doubleValue()));
            case DOUBLES -> Optional.empty();
            default -> Optional.of(key).filter(JsonNode::isTextual).flatMap(text -> read(text.textValue(), type));
        };
    }

    private static Optional<String> text(JsonNode key) {
        return Optional.of(
                key.isTextual()
                        ? key.textValue()
                        : key.isNumber() ? RestItem.decimal(key.decimalValue()) : key.asText());
    }

    private static Optional<BigDecimal> number(JsonNode key) {
        if (key.isNumber()) {
            return Optional.of(key.decimalValue());
        }
        return Optional.ofNullable(key.textValue())
                .filter(text -> NUMBER.matcher(text).matches())
                .map(BigDecimal::new);
    }

    private static String number(BigDecimal number) {
        return number.signum() == 0 ? "0" : RestItem.decimal(number.stripTrailingZeros());
    }

    private static String number(double number) {
        // Adding zero turns a negative zero into zero.
        return String.valueOf(number + 0.0);
    }

    private static Optional<String> read(String text, ValueType type) {
        try {
            return Optional.of(
                    switch (type) {
                        case DATE -> LocalDate.parse(text).toString();
                        case TIME -> LocalTime.parse(text).toString();
                        case TIMESTAMP -> LocalDateTime.parse(text).toString();
                        case INSTANT -> OffsetDateTime.parse(text).toInstant().toString();
                        case UUID -> uuid(text).toString();
                        default -> of(Base64.getDecoder().decode(text));
                    });
        } catch (final DateTimeException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Parses a UUID. Checks the length, because the JDK also accepts shorter texts. */
    public static UUID uuid(String text) {
        if (text.length() != UUID_LENGTH) {
            throw new IllegalArgumentException("not a UUID");
        }
        return UUID.fromString(text);
    }
}
