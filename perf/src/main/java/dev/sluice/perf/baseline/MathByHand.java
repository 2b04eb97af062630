package dev.sluice.perf.baseline;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/**
 * Calls a function behind a REST service with JSON, as hand-written code does. Each call carries one list of numbers, and the
 * next call starts when the previous one is answered. This class measures the time that it spends on writing and parsing JSON.
 * Not thread-safe.
 *
 * <p>The comparison is fair because there is no faster way with the JDK's HTTP client, Jackson and JSON: the connection is
 * reused, Jackson's data binding is used, and the parser reads the response bytes directly.
 *
 * <p>Several calls at a time would raise the throughput, but not lower the cost of a request.
 */
public final class MathByHand {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
            .build();

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI service;
    private long jsonNanos;

    public MathByHand(URI service) {
        this.service = service;
    }

    /** The result of a call: a single sum, or all coefficients. */
    private record Result(double[] value) {}

    /** Calls the function once for each list of numbers. */
    public double[][] singly(String function, double[][] numbers) throws IOException, InterruptedException {
        final URI uri = service.resolve("/" + function);
        final double[][] results = new double[numbers.length][];
        for (int i = 0; i < numbers.length; i++) {
            final long start = System.nanoTime();
            final byte[] body = JSON.writeValueAsBytes(numbers[i]);
            jsonNanos += System.nanoTime() - start;
            final byte[] response = post(uri, body);
            final long received = System.nanoTime();
            results[i] = JSON.readValue(response, Result.class).value;
            jsonNanos += System.nanoTime() - received;
        }
        return results;
    }

    private byte[] post(URI uri, byte[] body) throws IOException, InterruptedException {
        final HttpResponse<byte[]> response = client.send(
                HttpRequest.newBuilder(uri)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() != 200) {
            throw new IOException("POST " + uri + " was answered with status " + response.statusCode());
        }
        return response.body();
    }

    /** Returns the nanoseconds spent in writing and parsing JSON since this method was last called. */
    public long jsonNanos() {
        final long nanos = jsonNanos;
        jsonNanos = 0;
        return nanos;
    }
}
