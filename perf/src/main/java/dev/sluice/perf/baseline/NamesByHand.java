package dev.sluice.perf.baseline;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * The REST calls of three baselines: {@link ThreadForEachCall}, the batching pool and {@link DataLoaderBatch}. The calls look up
 * names by key, one name with a GET or many names with a POST, over connections that are reused. All three baselines use the same
 * client and parser, so that they differ only in when they make a call, and in the keys that a call contains. Thread-safe.
 */
public final class NamesByHand {

    private static final JsonMapper JSON = new JsonMapper();

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String one;
    private final URI many;

    /** @param lookup the URL of the lookup, which consists of the service's URL and the lookup's name */
    public NamesByHand(URI lookup) {
        this.one = lookup + "/";
        this.many = URI.create(lookup + ":lookup");
    }

    private record Question(long id, long key) {}

    private record Questions(List<Question> items) {}

    private record Name(long key, String name) {}

    private record Answer(long id, int status, Name value) {}

    private record Answers(List<Answer> items) {}

    /** Returns the name of one key; waits for the response. */
    public String one(long key) {
        return body(send(HttpRequest.newBuilder(URI.create(one + key)).build()), 200, Name.class).name;
    }

    /** Returns the names of many keys, by key; waits for the response. */
    public Map<Long, String> many(Collection<Long> keys) {
        return names(send(asking(keys)));
    }

    /** Returns the names of many keys, by key, without waiting for the response. */
    public CompletableFuture<Map<Long, String>> manyLater(Collection<Long> keys) {
        return client.sendAsync(asking(keys), HttpResponse.BodyHandlers.ofByteArray())
                .thenApply(NamesByHand::names);
    }

    private HttpRequest asking(Collection<Long> keys) {
        try {
            final Questions all = new Questions(
                    keys.stream().map(key -> new Question(key, key)).toList());
            return HttpRequest.newBuilder(many)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(all)))
                    .build();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<Long, String> names(HttpResponse<byte[]> response) {
        return body(response, 207, Answers.class).items.stream()
                .collect(Collectors.toMap(Answer::id, item -> item.value.name));
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

    private static <T> T body(HttpResponse<byte[]> response, int good, Class<T> type) {
        if (response.statusCode() != good) {
            throw new IllegalStateException(response.request() + " was answered with status " + response.statusCode());
        }
        try {
            return JSON.readValue(response.body(), type);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
