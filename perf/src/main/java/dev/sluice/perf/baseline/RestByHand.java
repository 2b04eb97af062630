package dev.sluice.perf.baseline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.perf.load.Asked;
import dev.sluice.perf.system.RestGatewayFile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/**
 * Lookups over REST as one would write them by hand: a client that keeps its connection, one thread, and the bytes of a
 * response given to the parser as they are. One thread.
 */
public final class RestByHand {

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final JsonMapper json = new JsonMapper();
    private final URI service;

    public RestByHand(URI service) {
        this.service = service;
    }

    /** One GET for each key. */
    public void singly(long[] keys, Asked asked) throws IOException, InterruptedException {
        final String prefix = service + "/" + RestGatewayFile.LOOKUP + "/";
        for (final long key : keys) {
            final HttpResponse<byte[]> response =
                    send(HttpRequest.newBuilder(URI.create(prefix + key)).build());
            switch (response.statusCode()) {
                case 200 -> name(json.readTree(response.body()), asked);
                case 404 -> asked.value(null);
                default -> throw unexpected(response);
            }
            asked.answered();
        }
    }

    /** A POST for every so many keys; the answers are matched by id. */
    public void inChunks(long[] keys, int size, Asked asked) throws IOException, InterruptedException {
        final URI uri = URI.create(service + "/" + RestGatewayFile.LOOKUP + ":lookup");
        for (int from = 0; from < keys.length; from += size) {
            final int to = Math.min(keys.length, from + size);
            final HttpResponse<byte[]> response = send(HttpRequest.newBuilder(uri)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofByteArray(body(keys, from, to)))
                    .build());
            if (response.statusCode() != 207) {
                throw unexpected(response);
            }
            final JsonNode[] found = new JsonNode[to - from];
            for (final JsonNode item : json.readTree(response.body()).path("items")) {
                found[Integer.parseInt(item.path("id").textValue())] = item;
            }
            for (final JsonNode item : found) {
                if (item.path("status").intValue() == 200) {
                    name(item.path("value"), asked);
                } else {
                    asked.value(null);
                }
                asked.answered();
            }
        }
    }

    private byte[] body(long[] keys, int from, int to) throws IOException {
        final ObjectNode body = json.createObjectNode();
        final ArrayNode items = body.putArray("items");
        for (int i = from; i < to; i++) {
            items.addObject().put("id", String.valueOf(i - from)).put("key", keys[i]);
        }
        return json.writeValueAsBytes(body);
    }

    private static void name(JsonNode value, Asked asked) {
        asked.value(value.path("first_name").textValue());
        asked.value(value.path("last_name").textValue());
    }

    private HttpResponse<byte[]> send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
    }

    private static IOException unexpected(HttpResponse<byte[]> response) {
        return new IOException(response.request().method() + " " + response.uri() + " was answered with status "
                + response.statusCode());
    }
}
