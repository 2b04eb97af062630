package dev.sluice.perf.baseline;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;

/**
 * Posts the baselines' events, and once more when the connection failed: each has an idempotency key, and the JDK's client,
 * which repeats no POST itself, now and then takes a kept connection that is just being closed. Any thread.
 */
final class EventsPoster {

    private final HttpRequest.Builder request;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    EventsPoster(URI sink) {
        this.request = HttpRequest.newBuilder(sink).header("Content-Type", "application/json");
    }

    /** Waits for the response. */
    HttpResponse<byte[]> post(byte[] body) throws IOException, InterruptedException {
        final HttpRequest post = request(body);
        try {
            return client.send(post, HttpResponse.BodyHandlers.ofByteArray());
        } catch (final IOException e) {
            return client.send(post, HttpResponse.BodyHandlers.ofByteArray());
        }
    }

    /** Does not wait; the response comes on a thread of the client. */
    CompletableFuture<HttpResponse<byte[]>> postAsync(byte[] body) {
        final HttpRequest post = request(body);
        return client.sendAsync(post, HttpResponse.BodyHandlers.ofByteArray())
                .exceptionallyCompose(error -> client.sendAsync(post, HttpResponse.BodyHandlers.ofByteArray()));
    }

    private HttpRequest request(byte[] body) {
        return request.copy().POST(HttpRequest.BodyPublishers.ofByteArray(body)).build();
    }
}
