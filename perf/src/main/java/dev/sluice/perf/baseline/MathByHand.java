package dev.sluice.perf.baseline;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;

/**
 * A function behind REST with JSON, asked as one would by hand: a connection that is kept, Jackson's streaming writer and
 * data binding, bytes given to the parser as they come, the next call when the last is answered. One list of numbers in
 * each call, or many. It times its own writing and parsing. One thread.
 *
 * <p>Fair, because nothing is faster with the JDK's client and Jackson, short of another format than JSON. To tune: more
 * calls at a time, which is more throughput and no less of anything for each request.
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

    /** The sum alone, or all coefficients. */
    private record Result(double[] value) {}

    private record Item(int id, int status, Result value) {}

    private record Items(List<Item> items) {}

    /** One call each. */
    public double[][] singly(String function, double[][] numbers) throws IOException, InterruptedException {
        final URI uri = service.resolve("/" + function);
        final double[][] results = new double[numbers.length][];
        for (int i = 0; i < numbers.length; i++) {
            final long start = System.nanoTime();
            final ByteArrayOutputStream body = new ByteArrayOutputStream(20 * numbers[i].length + 2);
            try (JsonGenerator json = JSON.createGenerator(body)) {
                json.writeArray(numbers[i], 0, numbers[i].length);
            }
            jsonNanos += System.nanoTime() - start;
            final byte[] response = post(uri, body, 200);
            final long received = System.nanoTime();
            results[i] = JSON.readValue(response, Result.class).value;
            jsonNanos += System.nanoTime() - received;
        }
        return results;
    }

    /** So many in a call. */
    public double[][] inChunks(String function, double[][] numbers, int size) throws IOException, InterruptedException {
        final URI uri = service.resolve("/" + function + ":lookup");
        final double[][] results = new double[numbers.length][];
        for (int from = 0; from < numbers.length; from += size) {
            final long start = System.nanoTime();
            final ByteArrayOutputStream body = body(numbers, from, Math.min(numbers.length, from + size));
            jsonNanos += System.nanoTime() - start;
            final byte[] response = post(uri, body, 207);
            final long received = System.nanoTime();
            for (final Item item : JSON.readValue(response, Items.class).items) {
                results[item.id] = item.value.value;
            }
            jsonNanos += System.nanoTime() - received;
        }
        return results;
    }

    private static ByteArrayOutputStream body(double[][] numbers, int from, int to) throws IOException {
        final ByteArrayOutputStream body = new ByteArrayOutputStream((to - from) * (20 * numbers[from].length + 32));
        try (JsonGenerator json = JSON.createGenerator(body)) {
            json.writeStartObject();
            json.writeArrayFieldStart("items");
            for (int i = from; i < to; i++) {
                json.writeStartObject();
                json.writeNumberField("id", i);
                json.writeFieldName("key");
                json.writeArray(numbers[i], 0, numbers[i].length);
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        return body;
    }

    private byte[] post(URI uri, ByteArrayOutputStream body, int good) throws IOException, InterruptedException {
        final HttpResponse<byte[]> response = client.send(
                HttpRequest.newBuilder(uri)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body.toByteArray()))
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() != good) {
            throw new IOException("POST " + uri + " was answered with status " + response.statusCode());
        }
        return response.body();
    }

    /** Nanoseconds spent in writing and parsing since this was asked last. */
    public long jsonNanos() {
        final long nanos = jsonNanos;
        jsonNanos = 0;
        return nanos;
    }
}
