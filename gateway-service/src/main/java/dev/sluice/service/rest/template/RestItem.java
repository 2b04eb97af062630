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
 * One question as a service is asked it.
 *
 * @param arguments the key, or an event's payload
 * @param values the arguments, decoded once; may hold {@code null}
 * @param id its number in this call, never given to another question of this run of the gateway
 * @param idempotencyKey equal for the same request, also after a restart
 */
public record RestItem(Arguments arguments, List<Object> values, long id, String idempotencyKey) {

    /** A decimal with more digits than this is written with an exponent. */
    private static final int DIGITS = 1_000;

    public RestItem(Arguments arguments, long id, String idempotencyKey) {
        this(arguments, arguments.values(), id, idempotencyKey);
    }

    /** The text that takes the place of a placeholder. */
    public String text(Placeholder placeholder) throws UnaskableException {
        return switch (placeholder.kind()) {
            case ARGUMENT -> text(placeholder.argument());
            case KEY, PAYLOAD -> {
                if (values.size() != 1) {
                    throw new UnaskableException("a key of " + values.size() + " arguments is no text");
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

    /** Whether it is a number or a flag, which JSON writes without quotes. */
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

    /** Writes the value of a placeholder as JSON: a key of several arguments is a list. */
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

    /** The text of a value: numbers in digits, dates and times by ISO 8601, bytes by Base64. */
    private static String textOf(Object value) throws UnaskableException {
        if (value == null) {
            throw new UnaskableException("is null, which a URL or a text cannot say");
        }
        if (value instanceof double[]) {
            throw new UnaskableException("is a list of numbers, which a URL or a text cannot say");
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

    /** Digits where they are not absurdly many. */
    static String decimal(BigDecimal decimal) {
        return Math.abs((long) decimal.scale()) <= DIGITS ? decimal.toPlainString() : decimal.toString();
    }

    /** Neither JSON nor most services know the others. */
    private static Double finite(Double number) throws UnaskableException {
        if (!Double.isFinite(number)) {
            throw new UnaskableException("is " + number + ", which is no number to services");
        }
        return number;
    }

    /** Writes a value as JSON: numbers and flags as such, everything else as text. */
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

    /** A value that cannot stand where a template wants it. */
    public static final class UnaskableException extends Exception {

        private static final long serialVersionUID = 1L;

        public UnaskableException(String reason) {
            super(reason, null, false, false);
        }
    }
}
