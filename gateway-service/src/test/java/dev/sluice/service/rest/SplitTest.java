package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.FailureKind;
import dev.sluice.service.memory.InMemoryRun;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A service that does not take a call because of what is in it: the bad item is found, and fails alone. */
class SplitTest {

    @RegisterExtension
    private final TestService crm = new TestService();

    private final ConcurrentLinkedQueue<Integer> sizes = new ConcurrentLinkedQueue<>();

    /** Answers well unless the items are as they must not be; the gateway sends up to 100 of them in a call. */
    private RestGateway refusing(Predicate<List<Items.Item>> bad, byte[] refusal) {
        crm.replies(request -> {
            final List<Items.Item> items = Items.asked(request.body());
            sizes.add(items.size());
            return bad.test(items) ? refusal : Items.good(request);
        });
        return crm.gateway(crm.settings().chunk(100, 1));
    }

    private static byte[] refusal(int status) {
        return Http.response(status, "", "");
    }

    /** Answers well, but for that change. */
    private RestGateway changing(Consumer<List<ObjectNode>> change) {
        return crm.replies(request -> {
                    final List<Items.Item> items = Items.asked(request.body());
                    sizes.add(items.size());
                    final List<ObjectNode> answers = Items.answers(items);
                    change.accept(answers);
                    return Http.json(Items.body(answers));
                })
                .gateway();
    }

    private static Predicate<List<Items.Item>> hasKey(long key) {
        return items -> items.stream().anyMatch(item -> item.key().asLong() == key);
    }

    private void assertRequests(int most) {
        assertTrue(crm.requests() <= most, crm.requests() + " requests");
    }

    /** All are found, but one, which failed so. */
    private static void assertOnlyFailed(int failed, String how, List<InMemoryRun.Result> results) {
        final List<String> expected = new ArrayList<>(RestGateway.names(results.size()));
        expected.set(failed, how);
        assertEquals(expected, results.stream().map(Object::toString).toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 409, 422, 451})
    void shouldFailOnlyTheBadItemWhenTheServiceRefusesTheWholeCall(int status) {
        final RestGateway gateway =
                refusing(hasKey(77), Http.response(status, "", "{\"detail\":\"77 \u0007\nis\tbad\"}"));
        final List<InMemoryRun.Result> results = gateway.customers(100).results();
        assertOnlyFailed(77, "REJECTED " + status, results);
        assertEquals(
                "lookup 'customer' [77] of service 'crm': it answered " + status + ": {\"detail\":\"77 is bad\"}",
                results.get(77).failure().message());
        assertRequests(15);
        assertEquals(crm.requests(), gateway.trips());
    }

    /** One of several keys is not there, and the service says it of the whole call. */
    @ParameterizedTest
    @CsvSource({"404, 404, not here", "410, 410, ''", "204, 204, ''", "204, 200, ''", "404, 404, '{\"code\": 12}'"})
    void shouldFindEachKeyThatIsThereWhenAChunkIsNotFound(int declared, int status, String body) {
        crm.replies(request -> {
            final List<String> keys = request.values("id");
            sizes.add(keys.size());
            return keys.stream().anyMatch(key -> Long.parseLong(key) % 3 == 0)
                    ? Http.response(status, "", body)
                    : Http.json(keys.stream().map(key -> "{\"id\":" + key + ",\"v\":" + key + "}"));
        });
        final RestGateway gateway = crm.gateway(
                "backoff: 1ms",
                "lookups: {customer: {reads: [], request: {path: /c, query: 'id={1}', limit: 10},"
                        + " response: {key: /id, value: /v, notFoundStatuses: [" + declared + "]}}}");
        final List<String> texts = gateway.customers(1, 15).texts();
        for (int key = 1; key <= 14; key++) {
            assertEquals(key % 3 == 0 ? "not found" : "[{value=" + key + "}]", texts.get(key - 1));
        }
        assertTrue(sizes.stream().anyMatch(size -> size > 1), sizes::toString);
        crm.assertSilent(); // no outage
    }

    @ParameterizedTest
    @CsvSource({"500, 0", "500, 33", "500, 99", "501, 0", "501, 33", "501, 99", "504, 0", "504, 33", "504, 99"})
    void shouldFailOnlyThePoisonItemWhenTheServiceFailsOnIt(int status, int poison) {
        final RestGateway gateway = refusing(hasKey(poison), Http.response(status, "", "NullPointerException"));
        final List<InMemoryRun.Result> results = gateway.customers(100).results();
        assertOnlyFailed(poison, (status == 504 ? "TIMEOUT " : "REJECTED ") + status, results);
        assertTrue(results.get(poison).failure().retryable());
        assertRequests(24);
        assertEquals(
                List.of("[{name=name1000}]"), gateway.lookup("customer", 1000L).texts());
    }

    @Test
    void shouldFailAPoisonItemThatIsAloneInItsCallWhenAnotherWentWellBefore() {
        final RestGateway gateway = refusing(hasKey(5), refusal(500));
        assertEquals(List.of("[{name=name1}]"), gateway.lookup("customer", 1L).texts());
        assertEquals(List.of("REJECTED 500"), gateway.lookup("customer", 5L).texts());
        assertEquals(List.of("[{name=name1}]"), gateway.lookup("customer", 1L).texts());
        crm.assertSilent(); // no outage
    }

    @ParameterizedTest
    @ValueSource(ints = {413, 414, 431})
    void shouldHalveTheCallWhenItIsTooLargeAndAskSmallerOnesFromThenOn(int status) {
        final RestGateway gateway = refusing(items -> items.size() > 30, refusal(status));
        for (int round = 0; round < 30; round++) {
            assertEquals(RestGateway.names(100), gateway.customers(100).texts());
        }
        final List<Integer> sent = new ArrayList<>(sizes);
        assertEquals(List.of(100, 50, 25), sent.subList(0, 3));
        final long tooLarge = sent.stream().filter(size -> size > 30).count();
        assertTrue(tooLarge > 2 && tooLarge <= 10, () -> "it tries larger ones now and then: " + sent);
    }

    @Test
    void shouldFailTheItemThatIsTooLargeByItself() {
        assertOnlyFailed(
                3,
                "TOO_LARGE 413",
                refusing(hasKey(3), refusal(413)).customers(8).results());
    }

    @Test
    void shouldAskAloneForWhatAResponseLeftOut() {
        final RestGateway gateway = changing(answers -> {
            if (answers.size() > 1) {
                answers.remove(2);
            }
        });
        assertEquals(RestGateway.names(5), gateway.customers(5).texts());
        assertEquals(List.of(5, 1), List.copyOf(sizes));
    }

    @Test
    void shouldFailWhatIsLeftOutAlsoWhenAskedAlone() {
        final RestGateway gateway =
                changing(answers -> answers.removeIf(one -> one.toString().contains("name2")));
        final List<InMemoryRun.Result> results = gateway.customers(5).results();
        assertEquals(FailureKind.REJECTED, results.get(2).failure().kind());
        assertTrue(results.get(2).failure().message().contains("lacks this item"), results.toString());
        assertEquals("[{name=name3}]", results.get(3).toString());
        assertEquals(List.of(5, 1), List.copyOf(sizes));
    }

    /** The same bad customer in each chunk. */
    @ParameterizedTest
    @ValueSource(ints = {422, 500})
    void shouldNotSearchAgainForAKeyThatWasJustFoundBad(int status) {
        final RestGateway gateway = refusing(hasKey(77), refusal(status));
        for (int chunk = 0; chunk < 20; chunk++) {
            assertOnlyFailed(77, "REJECTED " + status, gateway.customers(100).results());
        }
        assertRequests(15 + 20 * 2);
    }

    @ParameterizedTest
    @ValueSource(ints = {422, 500})
    void shouldHalveWithoutAskingTheWholeAgainWhenItemsFailedLately(int status) {
        final RestGateway gateway =
                refusing(items -> items.stream().anyMatch(item -> item.key().asLong() % 100 == 63), refusal(status));
        final List<String> texts = gateway.customers(1_000).texts();
        assertEquals(10, texts.stream().filter(("REJECTED " + status)::equals).count());
        assertRequests(10 * (12 + (status == 422 ? 0 : 3)));
    }

    @Test
    void shouldAskOneAtATimeWhenChunksFailAndSinglesDoNot() {
        final RestGateway gateway = refusing(items -> items.size() > 1, Http.response(500, "", "only one"));
        assertEquals(RestGateway.names(100), gateway.customers(100).texts());
        crm.assertSays("lookup 'customer' of service 'crm' fails in chunks");
        final int before = crm.requests();
        assertRequests(130);
        assertEquals(RestGateway.names(100), gateway.customers(100).texts());
        assertEquals(before + 100, crm.requests());
    }

    @Test
    void shouldGiveEachItemItsOwnStatusWithinAGoodResponse() {
        final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
        final RestGateway gateway = crm.replies(request -> {
                    final List<ObjectNode> answers = new ArrayList<>();
                    for (final Items.Item item : Items.asked(request.body())) {
                        final String key = item.key().asText();
                        asked.add(key);
                        final int status = item.key().asInt();
                        final boolean passes =
                                (status == 503 || status == 429) && Collections.frequency(asked, key) > 1;
                        answers.add(status < 400 || passes ? Items.answer(item) : Items.answer(item, status));
                    }
                    return Http.json(Items.body(answers));
                })
                .gateway();
        LongStream.of(1, 404, 400, 422, 503, 2, 429, 500, 3).forEach(status -> gateway.lookup("customer", status));
        assertEquals(
                List.of(
                        "[{name=name1}]",
                        "not found",
                        "REJECTED 400",
                        "REJECTED 422",
                        "[{name=name503}]",
                        "[{name=name2}]",
                        "[{name=name429}]",
                        "REJECTED 500",
                        "[{name=name3}]"),
                gateway.texts());
        assertEquals(1, Collections.frequency(asked, "1"), "what was answered stays answered");
        assertEquals(2, Collections.frequency(asked, "500"));
    }
}
