package dev.sluice.perf.baseline;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A function behind REST with JSON, asked as one would by hand: a connection that is kept, Jackson's data
 * binding, bytes given to the parser as they come, the next call when the last is answered. One list of numbers in
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

    /** A function's result: the sum alone, or all coefficients. */
    private record Result(double[] value) {}

    private record Question(int id, double[] key) {}

    private record Questions(List<Question> items) {}

    private record Answer(int id, int status, Result value) {}

    private record Answers(List<Answer> items) {}

    /** Asks with one call for each list of numbers. */
    public double[][] singly(String function, double[][] numbers) throws IOException, InterruptedException {
        final URI uri = service.resolve("/" + function);
        final double[][] results = new double[numbers.length][];
        for (int i = 0; i < numbers.length; i++) {
            results[i] = answer(uri, numbers[i], 200, Result.class).value;
        }
        return results;
    }

    /** Asks with so many lists in a call. */
    public double[][] inChunks(String function, double[][] numbers, int size) throws IOException, InterruptedException {
        final URI uri = service.resolve("/" + function + ":lookup");
        final double[][] results = new double[numbers.length][];
        for (int from = 0; from < numbers.length; from += size) {
            final Questions questions = new Questions(IntStream.range(from, Math.min(numbers.length, from + size))
                    .mapToObj(i -> new Question(i, numbers[i]))
                    .toList());
            for (final Answer answer : answer(uri, questions, 207, Answers.class).items) {
                results[answer.id] = answer.value.value;
            }
        }
        return results;
    }

    private <T> T answer(URI uri, Object question, int good, Class<T> type) throws IOException, InterruptedException {
        final long start = System.nanoTime();
        final byte[] body = JSON.writeValueAsBytes(question);
        jsonNanos += System.nanoTime() - start;
        final byte[] response = post(uri, body, good);
        final long received = System.nanoTime();
        final T answer = JSON.readValue(response, type);
        jsonNanos += System.nanoTime() - received;
        return answer;
    }

    private byte[] post(URI uri, byte[] body, int good) throws IOException, InterruptedException {
        final HttpResponse<byte[]> response = client.send(
                HttpRequest.newBuilder(uri)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
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
