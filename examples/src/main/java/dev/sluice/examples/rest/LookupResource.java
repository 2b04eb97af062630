package dev.sluice.examples.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/** {@code POST /name:lookup} for many keys, and {@code GET /name/key} for one. Any thread. */
final class LookupResource {

    private final String name;
    private final Lookup lookup;
    private final LongAdder calls = new LongAdder();
    private final LongAdder keys = new LongAdder();

    LookupResource(String name, Lookup lookup) {
        this.name = name;
        this.lookup = lookup;
    }

    /** Many keys, asked of the database in one go; each is found or not, or at fault, by itself. */
    void many(Exchange exchange) throws IOException, SQLException, Refusal {
        exchange.mustBe("POST");
        final List<Items.Item> items = Items.read(exchange.body());
        count(items.size());
        final Set<Long> wanted = new HashSet<>(items.size() * 2);
        for (final Items.Item item : items) {
            if (isKey(key(item))) {
                wanted.add(key(item).longValue());
            }
        }
        final Map<Long, List<Object>> found = wanted.isEmpty() ? Map.of() : lookup.find(wanted);
        exchange.answer(207, json -> {
            json.writeStartObject();
            json.writeArrayFieldStart("items");
            for (final Items.Item item : items) {
                answer(json, item, found);
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private void answer(JsonGenerator json, Items.Item item, Map<Long, List<Object>> found) throws IOException {
        final JsonNode key = key(item);
        if (!isKey(key)) {
            Items.problem(
                    json,
                    item,
                    key.isMissingNode() ? "it has no 'key'" : "its key must be a whole number, and is " + key);
            return;
        }
        final List<Object> values = found.get(key.longValue());
        if (values == null) {
            Items.begin(json, item, 404);
        } else {
            Items.begin(json, item, 200);
            json.writeFieldName("value");
            write(json, values);
        }
        json.writeEndObject();
    }

    private static JsonNode key(Items.Item item) {
        return item.fields().path("key");
    }

    private static boolean isKey(JsonNode key) {
        return key.isIntegralNumber() && key.canConvertToLong();
    }

    /** One key, for those who ask one at a time. */
    void one(Exchange exchange, String text) throws IOException, SQLException, Refusal {
        exchange.mustBe("GET");
        final long key;
        try {
            key = Long.parseLong(text);
        } catch (final NumberFormatException e) {
            throw Refusal.badRequest("the key must be a whole number, and is '" + text + "'");
        }
        count(1);
        final List<Object> values = lookup.find(Set.of(key)).get(key);
        if (values == null) {
            throw new Refusal(404, "not found", "there is no " + name + " " + key);
        }
        exchange.answer(200, json -> write(json, values));
    }

    private void write(JsonGenerator json, List<Object> values) throws IOException {
        json.writeStartObject();
        for (int i = 0; i < values.size(); i++) {
            json.writeFieldName(lookup.columns().get(i));
            if (values.get(i) instanceof String text) {
                json.writeString(text);
            } else {
                json.writePOJO(values.get(i));
            }
        }
        json.writeEndObject();
    }

    private void count(int items) {
        calls.increment();
        keys.add(items);
    }

    /** What was asked so far. */
    void writeCounts(JsonGenerator json) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeNumberField("calls", calls.sum());
        json.writeNumberField("items", keys.sum());
        json.writeEndObject();
    }
}
