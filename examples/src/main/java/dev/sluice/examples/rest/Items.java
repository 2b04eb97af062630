package dev.sluice.examples.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The items of a call, which lookups and events have in common: each with an id, which its answer carries. */
final class Items {

    private static final int MOST = 1_000;

    private Items() {}

    /** One item of a call: its id, which its answer carries as it came, and all of it. */
    record Item(JsonNode id, JsonNode fields) {}

    /**
     * Reads {@code {"items":[{"id":…}]}}.
     *
     * @throws Refusal if it is anything else, or an id is there twice: then nobody could tell the answers apart
     */
    static List<Item> read(JsonNode body) throws Refusal {
        final JsonNode array = body.path("items");
        if (!array.isArray()) {
            throw Refusal.badRequest("the body must be an object with an array 'items'");
        }
        if (array.size() > MOST) {
            throw new Refusal(413, "too many items", array.size() + " items in a call; the most are " + MOST);
        }
        final List<Item> items = new ArrayList<>(array.size());
        final Set<JsonNode> ids = new HashSet<>(array.size() * 2);
        for (final JsonNode fields : array) {
            final JsonNode id = fields.path("id");
            if (!id.isTextual() && !(id.isIntegralNumber() && id.canConvertToLong())) {
                throw Refusal.badRequest(
                        "item " + items.size() + " has no 'id', or one that is neither a text nor a whole number");
            }
            if (!ids.add(id)) {
                throw Refusal.badRequest("the id " + id + " is there twice");
            }
            items.add(new Item(id, fields));
        }
        return items;
    }

    /** Begins the answer to an item. */
    static void begin(JsonGenerator json, Item item, int status) throws IOException {
        json.writeStartObject();
        if (item.id().isTextual()) {
            json.writeStringField("id", item.id().textValue());
        } else {
            json.writeNumberField("id", item.id().longValue());
        }
        json.writeNumberField("status", status);
    }

    /** Answers an item with a problem of its own; its neighbours are not affected. */
    static void problem(JsonGenerator json, Item item, String detail) throws IOException {
        begin(json, item, 422);
        json.writeObjectFieldStart("problem");
        json.writeStringField("title", "unprocessable item");
        json.writeStringField("detail", detail);
        json.writeEndObject();
        json.writeEndObject();
    }
}
