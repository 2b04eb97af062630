package dev.sluice.examples.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.examples.rest.Exchange.Refusal;
import java.io.IOException;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/** Handles {@code POST /name:lookup}, which sends many keys, and {@code GET /name/key} for a single key. Thread-safe. */
final class LookupResource {

    private final String name;
    private final Lookup lookup;
    private final LongAdder calls = new LongAdder();
    private final LongAdder keys = new LongAdder();

    LookupResource(String name, Lookup lookup) {
        this.name = name;
        this.lookup = lookup;
    }

    /** Answers many keys after one query of the database. An invalid or missing key does not affect the answers to other keys. */
    void many(Exchange exchange) throws IOException, SQLException, Refusal {
        exchange.mustBe("POST");
        final List<Item> items = Item.read(exchange.body());
        count(items.size());
        final Set<Long> wanted = new HashSet<>(items.size() * 2);
        for (final Item item : items) {
            if (isKey(key(item))) {
                wanted.add(key(item).longValue());
            }
        }
        final Map<Long, List<Object>> found = wanted.isEmpty() ? Map.of() : lookup.find(wanted);
        exchange.answer(
                207,
                Map.of("items", items.stream().map(item -> answer(item, found)).toList()));
    }

    private ObjectNode answer(Item item, Map<Long, List<Object>> found) {
        final JsonNode key = key(item);
        if (!isKey(key)) {
            return item.problem(
                    key.isMissingNode() ? "it has no 'key'" : "its key must be a whole number, but is " + key);
        }
        final List<Object> values = found.get(key.longValue());
        return values == null ? item.answer(404) : item.answer(200).set("value", named(values));
    }

    private static JsonNode key(Item item) {
        return item.fields().path("key");
    }

    private static boolean isKey(JsonNode key) {
        return key.isIntegralNumber() && key.canConvertToLong();
    }

    /** Answers one key, for clients that send one key at a time. */
    void one(Exchange exchange, String text) throws IOException, SQLException, Refusal {
        exchange.mustBe("GET");
        final long key;
        try {
            key = Long.parseLong(text);
        } catch (final NumberFormatException e) {
            throw Refusal.badRequest("the key must be a whole number, but is '" + text + "'");
        }
        count(1);
        final List<Object> values = lookup.find(Set.of(key)).get(key);
        if (values == null) {
            throw new Refusal(404, "not found", "there is no " + name + " " + key);
        }
        exchange.answer(200, named(values));
    }

    private ObjectNode named(List<Object> values) {
        final ObjectNode named = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < values.size(); i++) {
            named.putPOJO(lookup.columns().get(i), values.get(i));
        }
        return named;
    }

    private void count(int items) {
        calls.increment();
        keys.add(items);
    }

    /** Returns the numbers of calls and keys so far. */
    Map<String, Long> counts() {
        return Map.of("calls", calls.sum(), "items", keys.sum());
    }
}
