package dev.sluice.examples.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.examples.rest.Exchange.Refusal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One item of a call: a lookup or an event.
 *
 * @param id the item's id, which is returned unchanged with its answer
 * @param fields the whole item
 */
record Item(JsonNode id, JsonNode fields) {

    private static final int MOST = 1_000;

    /**
     * Reads {@code {"items":[{"id":…}]}}.
     *
     * @throws Refusal if the body has another structure, or if an id occurs twice, so that the answers would be ambiguous
     */
    static List<Item> read(JsonNode body) throws Refusal {
        final JsonNode array = body.path("items");
        if (!array.isArray()) {
            throw Refusal.badRequest("the body must be an object with an array 'items'");
        }
        if (array.size() > MOST) {
            throw new Refusal(413, "too many items", array.size() + " items in a call; the maximum is " + MOST);
        }
        final List<Item> items = new ArrayList<>(array.size());
        final Set<JsonNode> ids = new HashSet<>(array.size() * 2);
        for (final JsonNode fields : array) {
            final JsonNode id = fields.path("id");
            if (!id.isTextual() && !(id.isIntegralNumber() && id.canConvertToLong())) {
                throw Refusal.badRequest("item " + items.size() + " needs an 'id' that is a string or a whole number");
            }
            if (!ids.add(id)) {
                throw Refusal.badRequest("the id " + id + " occurs twice");
            }
            items.add(new Item(id, fields));
        }
        return items;
    }

    /** Returns an answer to this item that contains only the id and the status. */
    ObjectNode answer(int status) {
        return JsonNodeFactory.instance.objectNode().<ObjectNode>set("id", id).put("status", status);
    }

    /** Returns an answer that reports a problem of this item; other items are not affected. */
    ObjectNode problem(String detail) {
        final ObjectNode answer = answer(422);
        answer.putObject("problem").put("title", "unprocessable item").put("detail", detail);
        return answer;
    }
}
