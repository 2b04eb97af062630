package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A service says "not yet" in words of its own: nothing of that is an answer. */
class AskAgainTest {

    @RegisterExtension
    private final TestService crm = new TestService();

    private final AtomicInteger calls = new AtomicInteger();
    private final List<String> keys = Collections.synchronizedList(new ArrayList<>());

    private static List<String> idsIn(String text) {
        return Pattern.compile("\"(\\d+)\"|(?<=[\\[,])(\\d+)")
                .matcher(text)
                .results()
                .map(its -> its.group(1) == null ? its.group(2) : its.group(1))
                .toList();
    }

    /** A search that ran out of time answers with what it has by then. */
    @Test
    void shouldUseNothingOfAResponseThatRanOutOfTime() {
        crm.replies(request -> {
            final List<String> ids = idsIn(request.body());
            final boolean late = calls.incrementAndGet() <= 3;
            return Http.json(ids.stream()
                    .limit(late ? ids.size() / 2 : ids.size())
                    .map(id -> "{\"id\":" + id + "}")
                    .collect(Collectors.joining(",", "{\"timed_out\":" + late + ",\"hits\":[", "]}")));
        });
        final RestGateway gateway = crm.gateway(
                "backoff: 1ms, maxBackoff: 4ms",
                "lookups: {customer: {reads: [], request: {path: /s, body: '{\"ids\": \"{items}\"}'},"
                        + " response: {items: /hits, key: /id, missing: trust, again: [/timed_out]}}}");
        final List<String> texts = gateway.customers(1, 51).texts();
        for (int key = 1; key <= 50; key++) {
            assertEquals("[{id=" + key + "}]", texts.get(key - 1));
        }
        assertEquals(4, calls.get());
    }

    /** The shipped sample, of a cluster one of whose shards is away for three calls. */
    @Test
    void shouldAskDocumentsOfAShardAgainWhenItIsAway() {
        crm.replies(request -> {
            final boolean away = calls.incrementAndGet() <= 3;
            return Http.json(idsIn(request.body()).stream()
                    .map(id -> document(id, away))
                    .collect(Collectors.joining(",", "{\"docs\":[", "]}")));
        });
        final List<String> texts =
                crm.sample("rest-elasticsearch.yaml").customers(1, 51).texts();
        for (int key = 1; key <= 50; key++) {
            assertEquals(key % 5 == 0 ? "not found" : "[{n=" + key + "}]", texts.get(key - 1));
        }
    }

    private static String document(String id, boolean away) {
        final int number = Integer.parseInt(id);
        if (away && number % 2 == 0) {
            return "{\"_index\":\"customers\",\"_id\":\"" + id
                    + "\",\"error\":{\"type\":\"no_shard_available_action_exception\","
                    + "\"reason\":\"No shard available for [get [customers][" + id + "]: routing [null]]\"}}";
        }
        return number % 5 == 0
                ? "{\"_index\":\"customers\",\"_id\":\"" + id + "\",\"found\":false}"
                : "{\"_index\":\"customers\",\"_id\":\"" + id + "\",\"found\":true,\"_source\":{\"n\":" + id + "}}";
    }

    /** A payment service that still works on a request with the same key. */
    @ParameterizedTest
    @ValueSource(strings = {"match: none", "items: '', match: id, status: /status, error: none"})
    void shouldSendAnEventAgainWithItsKeyWhenItsConflictMeansNotTaken(String response) {
        final boolean none = response.equals("match: none");
        crm.replies(request -> {
            keys.add(request.body());
            final int status = calls.incrementAndGet() <= 2 ? 409 : 200;
            return none
                    ? Http.response(status, Items.JSON_TYPE, "")
                    : Http.json(
                            idsIn(request.body()).stream().map(id -> "{\"id\":" + id + ",\"status\":" + status + "}"));
        });
        final RestGateway gateway = crm.gateway(
                "backoff: 1ms, maxBackoff: 4ms",
                "endpoints: {orders: {request: {path: /o, body: '[\"{items}\"]', item: '"
                        + (none ? "[\"{idempotencyKey}\"]" : "[\"{id}\", \"{idempotencyKey}\"]")
                        + "', limit: 1}, response: {" + response + ", again: [409]}}}");
        assertEquals(List.of("reply []"), gateway.send("orders", 1L).texts());
        assertEquals(3, keys.size());
        assertEquals(1, Set.copyOf(keys).size(), keys::toString);
    }
}
