package dev.sluice.service.rest.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
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

    /** The form of a key in JSON, if it can be one like that argument. */
    public static Optional<String> of(JsonNode key, Object like) {
        if (like == null) {
            return Optional.of("null").filter(none -> key.isNull());
        }
        if (like instanceof double[]) {
            return Optional.empty();
        }
        if (!key.isTextual() && !key.isNumber() && !key.isBoolean()) {
            return Optional.empty();
        }
        if (like instanceof Boolean) {
            return text(key).filter(text -> text.equals("true") || text.equals("false"));
        }
        if (key.isBoolean() || like instanceof String) {
            return text(key).filter(text -> like instanceof String);
        }
        if (like instanceof Number) {
            return number(key).map(number -> like instanceof Double ? number(number.doubleValue()) : number(number));
        }
        return Optional.of(key).filter(JsonNode::isTextual).flatMap(text -> read(text.textValue(), like));
    }

    private static Optional<String> text(JsonNode key) {
        return Optional.of(
                key.isTextual()
                        ? key.textValue()
                        : key.isNumber() ? ArgumentText.decimal(key.decimalValue()) : key.asText());
    }

    private static Optional<BigDecimal> number(JsonNode key) {
        if (key.isNumber()) {
            return Optional.of(key.decimalValue());
        }
        return Optional.of(key.textValue())
                .filter(text -> NUMBER.matcher(text).matches())
                .map(BigDecimal::new);
    }

    private static String number(BigDecimal number) {
        return number.signum() == 0 ? "0" : ArgumentText.decimal(number.stripTrailingZeros());
    }

    private static String number(double number) {
        // Adding zero makes one of the two zeros.
        return String.valueOf(number + 0.0);
    }

    private static Optional<String> read(String text, Object like) {
        try {
            if (like instanceof LocalDate) {
                return Optional.of(LocalDate.parse(text).toString());
            }
            if (like instanceof LocalTime) {
                return Optional.of(LocalTime.parse(text).toString());
            }
            if (like instanceof LocalDateTime) {
                return Optional.of(LocalDateTime.parse(text).toString());
            }
            if (like instanceof Instant) {
                return Optional.of(OffsetDateTime.parse(text).toInstant().toString());
            }
            if (like instanceof UUID) {
                return Optional.of(text)
                        .filter(some -> some.length() == UUID_LENGTH)
                        .map(some ->
                                UUID.fromString(some.toLowerCase(Locale.ROOT)).toString());
            }
            return Optional.of(
                    Base64.getEncoder().encodeToString(Base64.getDecoder().decode(text)));
        } catch (final DateTimeException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
