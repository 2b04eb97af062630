package dev.sluice.service.rest;

import dev.sluice.service.config.Placeholder;
import java.util.List;

/**
 * An item and its arguments, decoded.
 *
 * @param values may hold {@code null}
 */
record AskedItem(RestItem item, List<Object> values) {

    static AskedItem of(RestItem item) {
        return new AskedItem(item, item.arguments().values());
    }

    static List<AskedItem> all(List<RestItem> items) {
        return items.stream().map(AskedItem::of).toList();
    }

    /** What stands for a placeholder in a text. */
    String text(Placeholder placeholder) throws UnaskableException {
        return switch (placeholder.kind()) {
            case ARGUMENT -> argument(placeholder.argument());
            case KEY, PAYLOAD -> only();
            case ID -> Long.toString(item.id());
            case IDEMPOTENCY_KEY -> item.idempotencyKey();
            case ITEMS -> throw new IllegalStateException("All items, within one");
        };
    }

    /** The value that stands for a placeholder; of a gateway's own number or key that. */
    Object value(Placeholder placeholder) {
        return switch (placeholder.kind()) {
            case ARGUMENT -> values.get(placeholder.argument());
            case KEY, PAYLOAD -> values.get(0);
            case ID -> item.id();
            case IDEMPOTENCY_KEY -> item.idempotencyKey();
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
