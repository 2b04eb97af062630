package dev.sluice.service.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The service's side of the default contract: what it was asked, and what it says to that. */
final class Items {

    static final String JSON_TYPE = "Content-Type: application/json\r\n";
    private static final ObjectMapper JSON = new ObjectMapper();

    private Items() {}

    /** One item as it was asked. */
    record Item(JsonNode id, JsonNode key, String idempotencyKey) {

        boolean event() {
            return !idempotencyKey.isEmpty();
        }
    }

    static List<Item> asked(String body) throws IOException {
        final List<Item> items = new ArrayList<>();
        for (final JsonNode one : JSON.readTree(body).path("items")) {
            items.add(new Item(
                    one.path("id"),
                    one.has("key") ? one.get("key") : one.path("payload"),
                    one.path("idempotencyKey").asText()));
        }
        return items;
    }

    /** Customer 1 is "name1", and so on; of negative keys there is none. */
    static ObjectNode answer(Item item) {
        final ObjectNode answer = JSON.createObjectNode();
        answer.set("id", item.id());
        if (item.key().asLong() < 0) {
            return answer.put("status", 404);
        }
        answer.put("status", 200)
                .putObject(item.event() ? "reply" : "value")
                .put("name", "name" + item.key().asText());
        return answer;
    }

    /** An answer that is no good. */
    static ObjectNode answer(Item item, int status) {
        final ObjectNode answer = JSON.createObjectNode().put("status", status);
        answer.set("id", item.id());
        answer.putObject("problem").put("title", "told to").put("detail", "status " + status);
        return answer;
    }

    static List<ObjectNode> answers(List<Item> items) {
        return new ArrayList<>(items.stream().map(Items::answer).toList());
    }

    static String body(List<ObjectNode> answers) {
        final ObjectNode body = JSON.createObjectNode();
        final ArrayNode items = body.putArray("items");
        answers.forEach(items::add);
        return body.toString();
    }

    /** The whole response, as it should be. */
    static byte[] good(Http request) throws IOException {
        return Http.response(207, JSON_TYPE, body(answers(asked(request.body()))));
    }
}
