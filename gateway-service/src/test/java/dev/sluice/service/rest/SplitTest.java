package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.FailureKind;
import dev.sluice.service.CapturedLog;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.memory.InMemoryRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A service that does not take a call because of what is in it: the bad item is found, and fails alone. */
class SplitTest {

    private final CapturedLog log = new CapturedLog();

    private final ConcurrentLinkedQueue<Integer> sizes = new ConcurrentLinkedQueue<>();

    /** Answers well unless the items are as they must not be. */
    private RawServer refusing(Predicate<List<Items.Item>> bad, byte[] refusal) throws IOException {
        return RawServer.start((request, connection) -> {
            final List<Items.Item> items = Items.asked(request.body());
            sizes.add(items.size());
            connection.write(bad.test(items) ? refusal : Items.good(request));
            return true;
        });
    }

    private static Predicate<List<Items.Item>> hasKey(long key) {
        return items -> items.stream().anyMatch(item -> item.key().asLong() == key);
    }

    @AfterEach
    void printAgain() {
        log.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 409, 422, 451})
    void shouldFailOnlyTheBadItemWhenTheServiceRefusesTheWholeCall(int status) throws IOException {
        try (RawServer server = refusing(hasKey(77), Http.response(status, "", "{\"detail\":\"77 \u0007\nis\tbad\"}"));
                RestGateway gateway =
                        RestSettings.of(server.url()).chunk(100, 1).open()) {
            final List<InMemoryRun.Result> results = ask(gateway, 100);
            for (int i = 0; i < 100; i++) {
                assertEquals(
                        i == 77 ? "REJECTED " + status : "[{name=name" + i + "}]",
                        results.get(i).toString());
            }
            assertEquals(
                    "lookup 'customer' [77] of service 'crm': it answered " + status + ": {\"detail\":\"77 is bad\"}",
                    results.get(77).failure().message());
            assertTrue(server.requests() <= 15, server.requests() + " requests");
            assertEquals(server.requests(), gateway.trips());
        }
    }

    /** One of several keys is not there, and the service says it of the whole call. */
    @ParameterizedTest
    @CsvSource({"404, 404, not here", "410, 410, ''", "204, 204, ''", "204, 200, ''", "404, 404, '{\"code\": 12}'"})
    void shouldFindEachKeyThatIsThereWhenAChunkIsNotFound(int declared, int status, String body) throws IOException {
        try (RawServer server = RawServer.start((request, connection) -> {
                    final List<Long> keys = Pattern.compile("id=(\\d+)")
                            .matcher(request.line())
                            .results()
                            .map(its -> Long.valueOf(its.group(1)))
                            .toList();
                    sizes.add(keys.size());
                    connection.write(
                            keys.stream().anyMatch(key -> key % 3 == 0)
                                    ? Http.response(status, "", body)
                                    : Http.response(
                                            200,
                                            "Content-Type: application/json\r\n",
                                            keys.stream()
                                                    .map(key -> "{\"id\":" + key + ",\"v\":" + key + "}")
                                                    .collect(Collectors.joining(",", "[", "]"))));
                    return true;
                });
                RestGateway gateway = new RestGateway(GatewayConfig.parse(
                        "{services: {crm: {url: '" + server.url() + "', backoff: 1ms}}, lookups: {customer: {reads: [],"
                                + " request: {path: /c, query: 'id={1}', limit: 10}, response: {key: /id, value: /v,"
                                + " notFoundStatuses: [" + declared + "]}}}}",
                        Path.of(""),
                        name -> null))) {
            for (long key = 1; key <= 14; key++) {
                gateway.lookup("customer", key);
            }
            final List<String> texts = gateway.texts();
            for (int key = 1; key <= 14; key++) {
                assertEquals(key % 3 == 0 ? "not found" : "[{value=" + key + "}]", texts.get(key - 1));
            }
            assertTrue(sizes.stream().anyMatch(size -> size > 1), sizes::toString);
            assertEquals(List.of(), log.lines(), "no outage");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 501, 504})
    void shouldFailOnlyThePoisonItemWhenTheServiceFailsOnIt(int status) throws IOException {
        for (final int poison : new int[] {0, 33, 99}) {
            try (RawServer server = refusing(hasKey(poison), Http.response(status, "", "NullPointerException"));
                    RestGateway gateway =
                            RestSettings.of(server.url()).chunk(100, 1).open()) {
                final List<InMemoryRun.Result> results = ask(gateway, 100);
                for (int i = 0; i < 100; i++) {
                    final String failed = (status == 504 ? "TIMEOUT " : "REJECTED ") + status;
                    assertEquals(
                            i == poison ? failed : "[{name=name" + i + "}]",
                            results.get(i).toString());
                }
                assertTrue(results.get(poison).failure().retryable());
                assertTrue(server.requests() <= 24, server.requests() + " requests");
                assertEquals(
                        List.of("[{name=name1000}]"),
                        gateway.lookup("customer", 1000L).texts());
            }
        }
    }

    @Test
    void shouldFailAPoisonItemThatIsAloneInItsCallWhenAnotherWentWellBefore() throws IOException {
        try (RawServer server = refusing(hasKey(5), Http.response(500, "", ""));
                RestGateway gateway = RestSettings.of(server.url()).open()) {
            assertEquals(
                    List.of("[{name=name1}]"), gateway.lookup("customer", 1L).texts());
            assertEquals(List.of("REJECTED 500"), gateway.lookup("customer", 5L).texts());
            assertEquals(
                    List.of("[{name=name1}]"), gateway.lookup("customer", 1L).texts());
            assertEquals(List.of(), log.lines(), "no outage");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {413, 414, 431})
    void shouldHalveTheCallWhenItIsTooLargeAndAskSmallerOnesFromThenOn(int status) throws IOException {
        try (RawServer server = refusing(items -> items.size() > 30, Http.response(status, "", ""));
                RestGateway gateway =
                        RestSettings.of(server.url()).chunk(100, 1).open()) {
            for (int round = 0; round < 30; round++) {
                assertEquals(names(100), texts(ask(gateway, 100)));
            }
            final List<Integer> sent = new ArrayList<>(sizes);
            assertEquals(List.of(100, 50, 25), sent.subList(0, 3));
            final long tooLarge = sent.stream().filter(size -> size > 30).count();
            assertTrue(tooLarge > 2 && tooLarge <= 10, () -> "it tries larger ones now and then: " + sent);
        }
    }

    @Test
    void shouldFailTheItemThatIsTooLargeByItself() throws IOException {
        try (RawServer server = refusing(hasKey(3), Http.response(413, "", ""));
                RestGateway gateway =
                        RestSettings.of(server.url()).chunk(100, 1).open()) {
            final List<String> texts = texts(ask(gateway, 8));
            assertEquals("TOO_LARGE 413", texts.remove(3));
            assertEquals("[{name=name4}]", texts.get(3));
        }
    }

    @Test
    void shouldAskAloneForWhatAResponseLeftOut() throws IOException {
        try (RawServer server = changing(answers -> {
                    if (answers.size() > 1) {
                        answers.remove(2);
                    }
                });
                RestGateway gateway = RestSettings.of(server.url()).open()) {
            assertEquals(names(5), texts(ask(gateway, 5)));
            assertEquals(List.of(5, 1), List.copyOf(sizes));
        }
    }

    @Test
    void shouldFailWhatIsLeftOutAlsoWhenAskedAlone() throws IOException {
        try (RawServer server = changing(
                        answers -> answers.removeIf(one -> one.toString().contains("name2")));
                RestGateway gateway = RestSettings.of(server.url()).open()) {
            final List<InMemoryRun.Result> results = ask(gateway, 5);
            assertEquals(FailureKind.REJECTED, results.get(2).failure().kind());
            assertTrue(results.get(2).failure().message().contains("lacks this item"), results.toString());
            assertEquals("[{name=name3}]", results.get(3).toString());
            assertEquals(List.of(5, 1), List.copyOf(sizes));
        }
    }

    /** The same bad customer in each chunk. */
    @ParameterizedTest
    @ValueSource(ints = {422, 500})
    void shouldNotSearchAgainForAKeyThatWasJustFoundBad(int status) throws IOException {
        try (RawServer server = refusing(hasKey(77), Http.response(status, "", ""));
                RestGateway gateway =
                        RestSettings.of(server.url()).chunk(100, 1).open()) {
            for (int chunk = 0; chunk < 20; chunk++) {
                final List<String> texts = texts(ask(gateway, 100));
                assertEquals("REJECTED " + status, texts.get(77));
                assertEquals("[{name=name78}]", texts.get(78));
            }
            assertTrue(server.requests() <= 15 + 20 * 2, server.requests() + " requests");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {422, 500})
    void shouldHalveWithoutAskingTheWholeAgainWhenItemsFailedLately(int status) throws IOException {
        try (RawServer server = refusing(
                        items -> items.stream().anyMatch(item -> item.key().asLong() % 100 == 63),
                        Http.response(status, "", ""));
                RestGateway gateway =
                        RestSettings.of(server.url()).chunk(100, 1).open()) {
            for (long key = 0; key < 1_000; key++) {
                gateway.lookup("customer", key);
            }
            final List<String> texts = gateway.texts();
            assertEquals(
                    10, texts.stream().filter(("REJECTED " + status)::equals).count());
            final int single = status == 422 ? 0 : 3;
            assertTrue(server.requests() <= 10 * (12 + single), server.requests() + " requests");
        }
    }

    @Test
    void shouldAskOneAtATimeWhenChunksFailAndSinglesDoNot() throws IOException {
        try (RawServer server = refusing(items -> items.size() > 1, Http.response(500, "", "only one"));
                RestGateway gateway =
                        RestSettings.of(server.url()).chunk(100, 1).open()) {
            assertEquals(names(100), texts(ask(gateway, 100)));
            assertTrue(log.lines().stream()
                    .anyMatch(line -> line.contains("lookup 'customer' of service 'crm' fails in chunks")));
            final int before = server.requests();
            assertTrue(before <= 130, before + " requests");
            assertEquals(names(100), texts(ask(gateway, 100)));
            assertEquals(before + 100, server.requests());
        }
    }

    @Test
    void shouldMatchByIdWhenTheResponseIsInAnotherOrder() throws IOException {
        try (RawServer server = changing(java.util.Collections::reverse);
                RestGateway gateway = RestSettings.of(server.url()).open()) {
            assertEquals(names(9), texts(ask(gateway, 9)));
            assertEquals(1, server.requests());
        }
    }

    @Test
    void shouldGiveEachItemItsOwnStatusWithinAGoodResponse() throws IOException {
        final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
        try (RawServer server = RawServer.start((request, connection) -> {
                    final List<ObjectNode> answers = new ArrayList<>();
                    for (final Items.Item item : Items.asked(request.body())) {
                        asked.add(item.key().asText());
                        final int status = item.key().asInt();
                        final long before = asked.stream()
                                .filter(item.key().asText()::equals)
                                .count();
                        final boolean passing = status == 503 || status == 429;
                        answers.add(
                                status < 400 || passing && before > 1
                                        ? Items.answer(item)
                                        : Items.answer(item, status));
                    }
                    connection.write(Http.response(200, Items.JSON_TYPE, Items.body(answers)));
                    return true;
                });
                RestGateway gateway = RestSettings.of(server.url()).open()) {
            for (final long status : new long[] {1, 404, 400, 422, 503, 2, 429, 500, 3}) {
                gateway.lookup("customer", status);
            }
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
            assertEquals(1, asked.stream().filter("1"::equals).count(), "what was answered stays answered");
            assertEquals(2, asked.stream().filter("500"::equals).count());
        }
    }

    private interface Change {
        void change(List<ObjectNode> answers);
    }

    private RawServer changing(Change change) throws IOException {
        return RawServer.start((request, connection) -> {
            final List<Items.Item> items = Items.asked(request.body());
            sizes.add(items.size());
            final List<ObjectNode> answers = Items.answers(items);
            change.change(answers);
            connection.write(Http.response(200, Items.JSON_TYPE, Items.body(answers)));
            return true;
        });
    }

    private static List<InMemoryRun.Result> ask(RestGateway gateway, int keys) {
        for (long key = 0; key < keys; key++) {
            gateway.lookup("customer", key);
        }
        return gateway.results();
    }

    private static List<String> texts(List<InMemoryRun.Result> results) {
        return new ArrayList<>(
                results.stream().map(InMemoryRun.Result::toString).toList());
    }

    private static List<String> names(int keys) {
        final List<String> names = new ArrayList<>();
        for (int key = 0; key < keys; key++) {
            names.add("[{name=name" + key + "}]");
        }
        return names;
    }
}
