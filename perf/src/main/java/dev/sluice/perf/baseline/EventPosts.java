package dev.sluice.perf.baseline;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.perf.load.Event;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * Posts events for the baselines. A post carries several events, each with an id and an idempotency key, in the format that the
 * gateway uses. The body is written without building a tree. The response is not parsed into objects, but only scanned: it must
 * contain each item with status 200.
 *
 * <p>If the connection fails, the post is repeated once. This is needed because the JDK's client does not repeat a POST itself,
 * but sometimes sends it on a reused connection that the server is just closing. The repetition is safe because each event has an
 * idempotency key. Thread-safe.
 */
final class EventPosts {

    private static final JsonFactory JSON = new JsonFactory();
    private static final int BYTES_EACH = 160;

    private final String keyPrefix = UUID.randomUUID() + "-";
    private final HttpRequest.Builder request;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    EventPosts(URI sink) {
        this.request = HttpRequest.newBuilder(sink).header("Content-Type", "application/json");
    }

    /** Posts events, and waits until the sink has confirmed each of them. */
    void post(List<Event> events) throws IOException, InterruptedException {
        final HttpRequest post = request(events);
        HttpResponse<byte[]> response;
        try {
            response = client.send(post, HttpResponse.BodyHandlers.ofByteArray());
        } catch (final IOException e) {
            response = client.send(post, HttpResponse.BodyHandlers.ofByteArray());
        }
        check(response.statusCode(), response.body(), events.size());
    }

    /** Posts events without waiting. The future is completed by a thread of the HTTP client, exceptionally if the post failed. */
    CompletableFuture<Void> postAsync(List<Event> events) {
        final HttpRequest post = request(events);
        return client.sendAsync(post, HttpResponse.BodyHandlers.ofByteArray())
                .exceptionallyCompose(error -> client.sendAsync(post, HttpResponse.BodyHandlers.ofByteArray()))
                .thenAccept(response -> check(response.statusCode(), response.body(), events.size()));
    }

    private HttpRequest request(List<Event> events) {
        return request.copy()
                .POST(HttpRequest.BodyPublishers.ofByteArray(body(events)))
                .build();
    }

    private byte[] body(List<Event> events) {
        final StringBuilder body = new StringBuilder(BYTES_EACH * events.size()).append("{\"items\":[");
        for (int i = 0; i < events.size(); i++) {
            final Event event = events.get(i);
            body.append(i == 0 ? "{\"id\":" : ",{\"id\":")
                    .append(i)
                    .append(",\"idempotencyKey\":\"")
                    .append(keyPrefix)
                    .append(HexFormat.of().toHexDigits(event.number()))
                    .append("\",\"payload\":")
                    .append(event.payload())
                    .append('}');
        }
        return body.append("]}").toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Checks the response to a post of the given number of events.
     *
     * @throws IllegalStateException if the response does not confirm every event
     */
    void check(int status, byte[] response, int events) {
        if (status != 200 && status != 207) {
            throw new IllegalStateException("Events were answered with status " + status);
        }
        final BitSet taken = new BitSet(events);
        try (JsonParser json = JSON.createParser(response)) {
            int id = -1;
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token != JsonToken.VALUE_NUMBER_INT) {
                    continue;
                }
                if (json.currentName().equals("id")) {
                    id = json.getIntValue();
                } else if (json.currentName().equals("status") && json.getIntValue() == 200 && id >= 0) {
                    taken.set(id);
                    id = -1;
                }
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        if (taken.nextClearBit(0) != events) {
            throw new IllegalStateException("The sink confirmed " + taken.cardinality() + " of " + events + " events: "
                    + new String(response, 0, Math.min(response.length, 200), StandardCharsets.UTF_8));
        }
    }
}
