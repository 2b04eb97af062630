package dev.sluice.perf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.UUID;
import org.HdrHistogram.Histogram;

/** Events sent with one POST each, over a connection that is kept, the next when the last is answered. One thread. */
final class EventsByHand {

    private static final long LONGEST_REST_NANOS = 1_000_000_000;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final JsonMapper json = new JsonMapper();
    private final String run = UUID.randomUUID().toString();
    private final URI uri;
    private long sent;

    EventsByHand(URI service) {
        this.uri = service.resolve("/" + RestService.ENDPOINT);
    }

    /** Sends so many; how long each took, from when it was to be sent. */
    Histogram send(int events, Pace pace) throws IOException, InterruptedException {
        final Histogram latencies = new Histogram(EventsJob.HIGHEST_NANOS, EventsJob.DIGITS);
        for (int number = 0; number < events; number++) {
            while (!pace.isDue(number)) {
                pace.rest(number, LONGEST_REST_NANOS);
            }
            send(EventsJob.payload(number));
            latencies.recordValue(System.nanoTime() - pace.intendedNanos(number));
        }
        return latencies;
    }

    private void send(String payload) throws IOException, InterruptedException {
        sent++;
        final String body = "{\"items\":[{\"id\":\"1\",\"idempotencyKey\":\"" + run + "-" + sent + "\",\"payload\":"
                + payload + "}]}";
        final HttpResponse<byte[]> response = client.send(
                HttpRequest.newBuilder(uri)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());
        final JsonNode item = json.readTree(response.body()).path("items").path(0);
        if (response.statusCode() != 207 || item.path("status").intValue() != 200) {
            throw new IOException("POST " + uri + " was answered with status " + response.statusCode() + ": " + item);
        }
    }
}
