package dev.sluice.service.rest.template;

import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.config.TemplateText.Placeholder;
import java.util.List;

/**
 * One question as a service is asked it.
 *
 * @param arguments the key, or an event's payload
 * @param values the same, decoded once; may hold {@code null}
 * @param id its number in this call, never given to another question of this run of the gateway
 * @param idempotencyKey the same for the same request, also after a restart
 */
public record RestItem(Arguments arguments, List<Object> values, long id, String idempotencyKey) {

    public RestItem(Arguments arguments, long id, String idempotencyKey) {
        this(arguments, arguments.values(), id, idempotencyKey);
    }

    /** What stands for a placeholder in a text. */
    public String text(Placeholder placeholder) throws UnaskableException {
        return switch (placeholder.kind()) {
            case ARGUMENT -> argument(placeholder.argument());
            case KEY, PAYLOAD -> only();
            case ID -> Long.toString(id);
            case IDEMPOTENCY_KEY -> idempotencyKey;
            case ITEMS -> throw new IllegalStateException("All items, within one");
        };
    }

    /** The value that stands for a placeholder; of a gateway's own number or key that. */
    Object value(Placeholder placeholder) {
        return switch (placeholder.kind()) {
            case ARGUMENT -> values.get(placeholder.argument());
            case KEY, PAYLOAD -> values.get(0);
            case ID -> id;
            case IDEMPOTENCY_KEY -> idempotencyKey;
            case ITEMS -> throw new IllegalStateException("All items, within one");
        };
    }

    private String only() throws UnaskableException {
        if (values.size() != 1) {
            throw new UnaskableException("a key of " + values.size() + " arguments is no text");
        }
        return argument(0);
    }

    private String argument(int index) throws UnaskableException {
        try {
            return ArgumentText.of(values.get(index));
        } catch (final UnaskableException e) {
            throw new UnaskableException("argument " + (index + 1) + " " + e.getMessage());
        }
    }
}
