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
 * Keys in a form in which an argument and what a service made of it are equal texts: a number may come back as text, a
 * decimal with other zeros, a UUID in upper case. What a key in JSON means is read by the type of the argument: to a long
 * the text {@code "1"} is 1, but to a text {@code "1.0"} is not {@code "1"}.
 */
public final class KeyText {

    private static final Pattern NUMBER =
            Pattern.compile("-?(0|[1-9][0-9]{0,99})(\\.[0-9]{1,99})?([eE][+-]?[0-9]{1,4})?");
    private static final int UUID_LENGTH = 36;

    private KeyText() {}

    /** The form of an argument. */
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

    /** The form of a key in JSON, if it can be one of an argument of that type. */
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
        // Adding zero makes one of the two zeros.
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

    /** The JDK takes shorter texts for UUIDs, too. */
    public static UUID uuid(String text) {
        if (text.length() != UUID_LENGTH) {
            throw new IllegalArgumentException("not a UUID");
        }
        return UUID.fromString(text);
    }
}
