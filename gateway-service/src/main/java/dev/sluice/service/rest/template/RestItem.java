package dev.sluice.service.rest.template;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.config.TemplateText.Placeholder;
import java.io.IOException;
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

    public RestItem(Arguments arguments, long id, String idempotencyKey) {
        this(arguments, arguments.values(), id, idempotencyKey);
    }

    /** What stands for a placeholder in a text. */
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
            return ArgumentText.of(values.get(argument));
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

    /** Writes what stands for a placeholder as JSON: a key of several arguments is a list. */
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
            ArgumentText.write(json, values.get(argument));
        } catch (final UnaskableException e) {
            throw named(argument, e);
        }
    }

    private static UnaskableException named(int argument, UnaskableException e) {
        return new UnaskableException("argument " + (argument + 1) + " " + e.getMessage());
    }
}
