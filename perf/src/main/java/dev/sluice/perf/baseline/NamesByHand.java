package dev.sluice.perf.baseline;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The calls that {@link ThreadForEachCall}, the batching pool and {@link DataLoaderBatch} make: names by key, one in a GET
 * or many in a POST, over connections that are kept. The same client and parser for all of them, so that they differ in
 * when and what they call. Any thread.
 */
public final class NamesByHand {

    private static final JsonMapper JSON = new JsonMapper();

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String one;
    private final URI many;

    /** @param lookup the service's URL and the lookup's name */
    public NamesByHand(URI lookup) {
        this.one = lookup + "/";
        this.many = URI.create(lookup + ":lookup");
    }

    /** The name of one key; waits for it. */
    public String one(long key) {
        return body(send(HttpRequest.newBuilder(URI.create(one + key)).build()), 200)
                .path("name")
                .textValue();
    }

    /** The names of many keys, by key; waits for them. */
    public Map<Long, String> many(Collection<Long> keys) {
        return names(send(asking(keys)));
    }

    /** Takes what is there, without waiting. */
    public CompletableFuture<Map<Long, String>> manyLater(Collection<Long> keys) {
        return client.sendAsync(asking(keys), HttpResponse.BodyHandlers.ofByteArray())
                .thenApply(NamesByHand::names);
    }

    private HttpRequest asking(Collection<Long> keys) {
        final ByteArrayOutputStream body = new ByteArrayOutputStream(32 * keys.size());
        try (JsonGenerator json = JSON.createGenerator(body)) {
            json.writeStartObject();
            json.writeArrayFieldStart("items");
            for (final long key : keys) {
                json.writeStartObject();
                json.writeNumberField("id", key);
                json.writeNumberField("key", key);
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return HttpRequest.newBuilder(many)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body.toByteArray()))
                .build();
    }

    private static Map<Long, String> names(HttpResponse<byte[]> response) {
        final JsonNode items = body(response, 207).path("items");
        final Map<Long, String> names = new HashMap<>(2 * items.size());
        for (final JsonNode item : items) {
            names.put(
                    item.path("id").longValue(), item.path("value").path("name").textValue());
        }
        return names;
    }

    private HttpResponse<byte[]> send(HttpRequest request) {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted in " + request, e);
        }
    }

    private static JsonNode body(HttpResponse<byte[]> response, int good) {
        if (response.statusCode() != good) {
            throw new IllegalStateException(response.request() + " was answered with status " + response.statusCode());
        }
        try {
            return JSON.readTree(response.body());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
