package dev.sluice.service.rest.template;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.config.TemplateText.Placeholder;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;

/**
 * One question in the form in which it is sent to a service.
 *
 * @param arguments the key of a lookup, or the payload of an event
 * @param values the decoded arguments; may contain {@code null}
 * @param id the number of the question, unique in this process
 * @param idempotencyKey a key that is the same for the same request, also after a restart
 */
public record RestItem(Arguments arguments, List<Object> values, long id, String idempotencyKey) {

    /** A decimal with more digits than this is written with an exponent. */
    private static final int DIGITS = 1_000;

    public RestItem(Arguments arguments, long id, String idempotencyKey) {
        this(arguments, arguments.values(), id, idempotencyKey);
    }

    /** Returns the text that replaces a placeholder. */
    public String text(Placeholder placeholder) throws UnaskableException {
        return switch (placeholder.kind()) {
            case ARGUMENT -> text(placeholder.argument());
            case KEY, PAYLOAD -> {
                if (values.size() != 1) {
                    throw new UnaskableException("a key of " + values.size() + " arguments cannot be one text");
                }
                yield text(0);
            }
            case ID -> Long.toString(id);
            case IDEMPOTENCY_KEY -> idempotencyKey;
            case ITEMS -> throw new IllegalStateException("All items, within one");
        };
    }

    private String text(int argument) throws UnaskableException {
        try {
            return textOf(values.get(argument));
        } catch (final UnaskableException e) {
            throw named(argument, e);
        }
    }

    /** Whether the placeholder's value is a number or a boolean, which JSON writes without quotes. */
    boolean isWritten(Placeholder placeholder) {
        return switch (placeholder.kind()) {
            case ARGUMENT -> isWritten(values.get(placeholder.argument()));
            case KEY, PAYLOAD -> isWritten(values.get(0));
            default -> placeholder.kind() == Placeholder.Kind.ID;
        };
    }

    private static boolean isWritten(Object value) {
        return value instanceof Number || value instanceof Boolean;
    }

    /** Writes the value of a placeholder as JSON; a key of several arguments is written as a list. */
    void write(JsonGenerator json, Placeholder placeholder) throws IOException, UnaskableException {
        switch (placeholder.kind()) {
            case ARGUMENT -> write(json, placeholder.argument());
            case ID -> json.writeNumber(id);
            case KEY -> {
                if (values.size() == 1) {
                    write(json, 0);
                    return;
                }
                json.writeStartArray();
                for (int i = 0; i < values.size(); i++) {
                    write(json, i);
                }
                json.writeEndArray();
            }
            default -> json.writeString(text(placeholder));
        }
    }

    void write(JsonGenerator json, int argument) throws IOException, UnaskableException {
        try {
            writeValue(json, values.get(argument));
        } catch (final UnaskableException e) {
            throw named(argument, e);
        }
    }

    private static UnaskableException named(int argument, UnaskableException e) {
        return new UnaskableException("argument " + (argument + 1) + " " + e.getMessage());
    }

    /** Returns the text of a value: numbers as digits, dates and times in ISO 8601, bytes in Base64. */
    private static String textOf(Object value) throws UnaskableException {
        if (value == null) {
            throw new UnaskableException("is null, which cannot be in a URL or a text");
        }
        if (value instanceof double[]) {
            throw new UnaskableException("is a list of numbers, which cannot be in a URL or a text");
        }
        if (value instanceof Double number) {
            return finite(number).toString();
        }
        if (value instanceof BigDecimal decimal) {
            return decimal(decimal);
        }
        if (value instanceof byte[] bytes) {
            return Base64.getEncoder().encodeToString(bytes);
        }
        if (value instanceof LocalTime time) {
            return DateTimeFormatter.ISO_LOCAL_TIME.format(time);
        }
        if (value instanceof LocalDateTime timestamp) {
            return DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(timestamp);
        }
        return value.toString();
    }

    /** Returns a decimal as plain digits, or with an exponent if there would be too many digits. */
    static String decimal(BigDecimal decimal) {
        return Math.abs((long) decimal.scale()) <= DIGITS ? decimal.toPlainString() : decimal.toString();
    }

    /** Checks that a number is finite, because neither JSON nor most services support infinity and NaN. */
    private static Double finite(Double number) throws UnaskableException {
        if (!Double.isFinite(number)) {
            throw new UnaskableException("is " + number + ", which services do not accept as a number");
        }
        return number;
    }

    /** Writes a value as JSON: numbers and booleans with their own types, everything else as text. */
    private static void writeValue(JsonGenerator json, Object value) throws IOException, UnaskableException {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof Long number) {
            json.writeNumber(number);
        } else if (value instanceof BigDecimal decimal) {
            json.writeNumber(decimal);
        } else if (value instanceof Double number) {
            json.writeNumber(finite(number));
        } else if (value instanceof Boolean flag) {
            json.writeBoolean(flag);
        } else if (value instanceof double[] numbers) {
            json.writeStartArray();
            for (final double number : numbers) {
                json.writeNumber(finite(number));
            }
            json.writeEndArray();
        } else {
            json.writeString(textOf(value));
        }
    }

    /** A value is not allowed at the place where a template uses it. */
    public static final class UnaskableException extends Exception {

        private static final long serialVersionUID = 1L;

        public UnaskableException(String reason) {
            super(reason, null, false, false);
        }
    }
}
