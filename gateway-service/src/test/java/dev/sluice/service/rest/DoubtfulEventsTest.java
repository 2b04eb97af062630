package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.service.CapturedLog;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.BackendState.Condition;
import dev.sluice.service.memory.InMemoryRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An event whose response says that it was taken, and does not fit the configuration, is never sent again by itself. */
class DoubtfulEventsTest {

    private static final String GOOD = "reply [{name=name%d}]";

    private final CapturedLog log = new CapturedLog();
    /** The payloads of the events that came, and their keys. */
    private final List<String> came = new CopyOnWriteArrayList<>();

    private final AtomicInteger faults = new AtomicInteger();

    @AfterEach
    void printAgain() {
        log.close();
    }

    /** Answers so many calls in that way, and then as it should. */
    private RawServer server(RawServer.Handler instead) throws IOException {
        return RawServer.start((request, connection) -> {
            for (final Items.Item item : Items.asked(request.body())) {
                if (item.event()) {
                    came.add(item.key().asText() + " " + item.idempotencyKey());
                }
            }
            if (faults.getAndDecrement() > 0) {
                return instead.answer(request, connection);
            }
            connection.write(Items.good(request));
            return true;
        });
    }

    private static RawServer.Handler items(Change change) {
        return (request, connection) -> {
            final List<ObjectNode> answers = Items.answers(Items.asked(request.body()));
            change.to(answers);
            connection.write(Http.response(200, Items.JSON_TYPE, Items.body(answers)));
            return true;
        };
    }

    private interface Change {
        void to(List<ObjectNode> answers);
    }

    private static void withoutStatus(List<ObjectNode> answers) {
        answers.forEach(answer -> answer.remove("status"));
    }

    private void assertCameOnce(int events) {
        assertEquals(events, came.size(), came.toString());
        assertEquals(events, came.stream().distinct().count(), came.toString());
    }

    private void assertSays(String text) {
        assertTrue(log.lines().stream().anyMatch(line -> line.contains(text)), () -> text + " in " + log.lines());
    }

    private void assertNotSaid(String text) {
        assertTrue(log.lines().stream().noneMatch(line -> line.contains(text)), () -> text + " in " + log.lines());
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotSendEventsAgainWhenTheResponseDoesNotFit(Fault fault) throws IOException {
        if (!fault.misfits()) {
            return;
        }
        try (RawServer server = server(fault);
                RestGateway gateway = RestSettings.of(server.url()).open()) {
            faults.set(1);
            gateway.send("orders", 1L).send("orders", 2L).send("orders", 3L);
            final List<InMemoryRun.Result> results = gateway.results();
            final long doubtful = results.stream()
                    .filter(result -> result.toString().equals("DOUBTFUL"))
                    .count();
            assertTrue(
                    fault == Fault.DUPLICATE_ID || fault == Fault.ID_OF_ANOTHER_ITEM ? doubtful == 1 : doubtful == 3,
                    results::toString);
            final Failure failure = results.get(0).failure();
            assertFalse(failure.retryable());
            assertTrue(failure.message().contains("endpoint 'orders' [1] of service 'crm': "), failure.message());
            assertTrue(
                    failure.message()
                            .endsWith(
                                    ". The service may have accepted the event, so the gateway does not send it again"),
                    failure.message());
            gateway.send("orders", 4L);
            assertEquals(List.of(GOOD.formatted(4)), gateway.texts());
            assertCameOnce(4);
            assertEquals(Condition.OPEN, gateway.state().condition());
        }
    }

    @Test
    void shouldNameTheItemAndWhatMendsItWhenItHasNoStatus() throws IOException {
        try (RawServer server = server(items(DoubtfulEventsTest::withoutStatus));
                RestGateway gateway = RestSettings.of(server.url()).open()) {
            faults.set(1);
            gateway.send("orders", 1L).send("orders", 2L);
            final List<InMemoryRun.Result> results = gateway.results();
            assertEquals(
                    "endpoint 'orders' [1] of service 'crm': item 1 of the response has no /status; if items have no status"
                            + " of their own, set response.status: none. The service may have accepted the event, so the gateway does not send it again",
                    results.get(0).failure().message());
            assertTrue(results.get(1).failure().message().contains(": item 2 of the response has no /status;"));
            assertCameOnce(2);
        }
    }

    @Test
    void shouldKeepTheResultsOfItemsThatFit() throws IOException {
        final Change some = answers -> {
            answers.get(1).remove("status");
            answers.get(2).put("status", 503);
            answers.get(3).put("id", 987_654_321);
            answers.get(4).put("status", 409);
            answers.get(5).put("status", 500);
            answers.add(answers.get(6).deepCopy());
            answers.get(7).put("reply", "r").put("problem", "p");
        };
        try (RawServer server = server(items(some));
                RestGateway gateway = RestSettings.of(server.url()).open()) {
            faults.set(1);
            for (long event = 0; event < 9; event++) {
                gateway.send("orders", event);
            }
            assertEquals(
                    List.of(
                            GOOD.formatted(0),
                            "DOUBTFUL",
                            GOOD.formatted(2),
                            "DOUBTFUL",
                            "REJECTED 409",
                            GOOD.formatted(5),
                            "DOUBTFUL",
                            "DOUBTFUL",
                            GOOD.formatted(8)),
                    gateway.texts());
            came.removeIf(event -> event.startsWith("2 ") || event.startsWith("5 "));
            assertCameOnce(7);
        }
    }

    @Test
    void shouldSendNothingMoreAfterTenInARowUntilARestart() throws IOException {
        try (RawServer server = server(items(DoubtfulEventsTest::withoutStatus))) {
            final GatewayConfig config =
                    RestSettings.of(server.url()).chunk(3, 1).config();
            faults.set(Integer.MAX_VALUE);
            final RestGateway again;
            try (RestGateway gateway = new RestGateway(config)) {
                for (long event = 0; event < 30; event++) {
                    gateway.send("orders", event);
                }
                while (log.lines().isEmpty() || gateway.state().attempts() < 5) {
                    gateway.turn();
                }
                assertEquals(12, gateway.answered());
                assertSays("crm does not answer as configured: endpoint 'orders': the last 12 events are doubtful: "
                        + "item 3 of the response has no /status; if items have no status of their own, set"
                        + " response.status: none. Fix the cause and restart the gateway; until then no event is sent."
                        + " Requests are held until that is mended");
                assertEquals(Condition.MISFIT, gateway.state().condition());
                again = gateway.again(config);
            }
            assertCameOnce(12);
            faults.set(0);
            try (again) {
                assertEquals(
                        18,
                        again.texts().stream()
                                .filter(text -> text.startsWith("reply"))
                                .count());
            }
            assertCameOnce(30);
            assertNotSaid("is away");
        }
    }

    @Test
    void shouldWriteDoubtfulResultsBeforeTheRestOfTheirCallIsAnswered() throws IOException {
        try (RawServer server = server(items(answers -> {
            for (int i = 0; i < answers.size(); i++) {
                if (i < 10) {
                    answers.get(i).remove("status");
                } else {
                    answers.get(i).put("status", 503);
                }
            }
        }))) {
            final GatewayConfig config =
                    RestSettings.of(server.url()).chunk(20, 1).config();
            faults.set(1);
            final RestGateway again;
            try (RestGateway gateway = new RestGateway(config)) {
                for (long event = 0; event < 12; event++) {
                    gateway.send("orders", event);
                }
                do {
                    gateway.turn();
                } while (gateway.state().attempts() < 3);
                assertEquals(10, gateway.answered());
                again = gateway.again(config);
            }
            assertCameOnce(12);
            try (again) {
                assertEquals(List.of(GOOD.formatted(10), GOOD.formatted(11)), again.texts());
            }
            assertEquals(12, came.stream().distinct().count(), "another key for the same event");
            assertEquals(14, came.size(), came.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 409, 413, 500})
    void shouldBeDoubtfulWhenItIsRefusedAfterAnAttemptThatWasLost(int status) throws IOException {
        final AtomicInteger calls = new AtomicInteger();
        try (RawServer server = RawServer.start((request, connection) -> {
                    if (!request.body().contains("\"payload\":3")) {
                        connection.write(Items.good(request));
                        return true;
                    }
                    if (calls.incrementAndGet() == 1) {
                        return Fault.CLOSED_AT_ONCE.answer(request, connection);
                    }
                    connection.write(Http.response(status, "", "order 3 is known"));
                    return true;
                });
                RestGateway gateway = RestSettings.of(server.url()).open()) {
            for (long event = 0; event < 5; event++) {
                gateway.send("orders", event);
            }
            final Failure failure = gateway.results().get(3).failure();
            assertEquals(FailureKind.DOUBTFUL, failure.kind(), failure::message);
            assertFalse(failure.retryable());
            assertTrue(failure.message().contains("it answered " + status + ": order 3 is known"), failure.message());
            assertTrue(
                    failure.message().contains("; the outcome of an earlier attempt is unknown: "), failure.message());
        }
    }

    @Test
    void shouldBeDoubtfulWhenTheReplyIsLargerThanALimit() throws IOException {
        try (RawServer server = RawServer.start((request, connection) -> {
                    came.add(request.body());
                    connection.write(
                            Http.response(200, Items.JSON_TYPE, "{\"n\": \"%s\"}".formatted("x".repeat(5_000))));
                    return true;
                });
                RestGateway gateway = new RestGateway(GatewayConfig.parse(
                        "{limits: {resultBytes: 4KB}, services: {crm: {url: '" + server.url()
                                + "'}}, endpoints: {orders: {service: crm, request: {body: '{payload}'}, response: {value: /n}}}}",
                        Path.of(""),
                        name -> null))) {
            gateway.send("orders", 1L);
            final Failure failure = gateway.results().get(0).failure();
            assertEquals(FailureKind.DOUBTFUL, failure.kind(), failure::message);
            assertTrue(failure.message().contains("limits.resultBytes allows: raise this limit"), failure.message());
        }
    }

    @Test
    void shouldSendOnlyEventsAgainAfterACrashWhoseResultsWereNotWritten() throws IOException {
        try (RawServer server = server(Fault.NOT_JSON)) {
            final GatewayConfig config = RestSettings.of(server.url()).config();
            faults.set(1);
            final RestGateway again;
            try (RestGateway gateway = new RestGateway(config)) {
                gateway.send("orders", 1L).send("orders", 2L).send("orders", 3L);
                assertEquals(List.of("DOUBTFUL", "DOUBTFUL", "DOUBTFUL"), gateway.texts());
                again = gateway.afterCrash(config, 1);
            }
            try (again) {
                assertEquals(List.of(GOOD.formatted(2), GOOD.formatted(3)), again.texts());
            }
            assertEquals(came.subList(1, 3), came.subList(3, 5), "other keys for the same events");
        }
    }

    @Test
    void shouldGoOnWhenFewerThanTenAreDoubtfulInARow() throws IOException {
        final AtomicInteger calls = new AtomicInteger();
        try (RawServer server = RawServer.start((request, connection) -> {
                    final boolean good = calls.incrementAndGet() % 10 == 0;
                    return good
                            ? items(answers -> {}).answer(request, connection)
                            : items(DoubtfulEventsTest::withoutStatus).answer(request, connection);
                });
                RestGateway gateway = RestSettings.of(server.url()).chunk(1, 1).open()) {
            for (long event = 0; event < 49; event++) {
                gateway.send("orders", event);
            }
            final List<String> texts = gateway.texts();
            assertEquals(
                    4, texts.stream().filter(text -> text.startsWith("reply")).count(), texts::toString);
            assertEquals(49, calls.get());
            assertEquals(List.of(), log.lines());
        }
    }

    @Test
    void shouldAnswerLookupsOfTheServiceWhileItsEndpointWaits() throws IOException {
        try (RawServer server = RawServer.start((request, connection) -> {
                    final boolean event = request.body().contains("idempotencyKey");
                    return items(event ? DoubtfulEventsTest::withoutStatus : answers -> {})
                            .answer(request, connection);
                });
                RestGateway gateway =
                        RestSettings.of(server.url()).chunk(100, 4).open()) {
            for (long event = 0; event < 10; event++) {
                gateway.send("orders", event);
            }
            assertEquals(10, gateway.results().size());
            gateway.lookup("customer", 1L).lookup("customer", 2L).send("orders", 10L);
            final String alone =
                    "endpoint 'orders' of service 'crm' does not get the answers that its declaration describes";
            while (gateway.answered() < 12 || log.lines().stream().noneMatch(line -> line.contains(alone))) {
                gateway.turn();
            }
            gateway.lookup("customer", 3L); // tries whether the service answers: its result waits for the endpoint's
            for (int turns = 0; turns < 5_000 && gateway.state().attempts() > 0; turns++) {
                gateway.turn();
            }
            assertEquals(Condition.MISFIT, gateway.state().condition());
            assertEquals(0, gateway.state().attempts(), "it is not the service that is held");
            assertTrue(gateway.state().reason().contains("endpoint 'orders': the last 10 events are doubtful"));
            assertNotSaid("is away");
            assertNotSaid("answers as configured again");
        }
    }

    @Test
    void shouldFailEventsThatWereNeverSentWhenRequestsFailAfterSoLong() throws IOException {
        try (RawServer server = server(items(DoubtfulEventsTest::withoutStatus));
                RestGateway gateway = new RestGateway(GatewayConfig.parse(
                        "{services: {crm: {url: '" + server.url()
                                + "', outage: fail-after 1ms, backoff: 1ms, maxBackoff: 2ms}},"
                                + " endpoints: {orders: {chunk: false, payload: text}}}",
                        Path.of(""),
                        name -> null))) {
            faults.set(Integer.MAX_VALUE);
            for (long event = 0; event < 12; event++) {
                gateway.send("orders", event);
            }
            final List<InMemoryRun.Result> results = gateway.results();
            assertEquals("DOUBTFUL", results.get(9).toString());
            assertEquals("UNAVAILABLE", results.get(10).toString());
            assertTrue(
                    results.get(10).failure().message().contains("crm has answered, but not as configured, for "),
                    results.get(10).failure().message());
            assertCameOnce(10);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"TRUNCATED", "RESET_IN_MID_BODY", "RESET_AT_ONCE", "CLOSED_AT_ONCE", "NO_HTTP"})
    void shouldBeDoubtfulWhenAnEventAloneLosesItsConnectionWhileOthersAreAnswered(Fault fault) throws IOException {
        try (RawServer server = RawServer.start((request, connection) -> {
                    if (request.body().contains("\"payload\":3")) {
                        return fault.answer(request, connection);
                    }
                    connection.write(Items.good(request));
                    return true;
                });
                RestGateway gateway = RestSettings.of(server.url()).open()) {
            for (long event = 0; event < 5; event++) {
                gateway.send("orders", event);
            }
            final List<InMemoryRun.Result> results = gateway.results();
            final Failure failure = results.get(3).failure();
            assertEquals(FailureKind.DOUBTFUL, failure.kind());
            assertFalse(failure.retryable());
            assertTrue(
                    failure.message()
                            .endsWith(
                                    ". The service may have accepted the event, so the gateway does not send it again"),
                    failure.message());
            assertEquals(
                    4,
                    results.stream()
                            .filter(one -> one.toString().startsWith("reply"))
                            .count());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "request: {body: '{payload}'}, response: {value: /n} | 204 |  | reply []",
                "request: {body: '{payload}'}, response: {value: /n} | 200 |  | reply []",
                "request: {body: '{payload}'}, response: {value: /n} | 200 | OK | DOUBTFUL",
                "request: {body: '{payload}'}, response: {value: /n} | 206 | {} | DOUBTFUL",
                "request: {body: '{payload}'}, response: {items: /a} | 200 | {} | DOUBTFUL",
                "request: {body: '{payload}'}, response: {columns: {n: date}} | 200 | {\"n\": \"x\"} | DOUBTFUL",
                "request: {body: '{payload}'}, response: {match: none} | 200 | OK | reply []",
                "request: {body: '{items}'} | 200 | <html> | reply []",
                "request: {body: '{items}'} | 207 | [] | DOUBTFUL",
                "request: {body: '{items}'} | 206 | [] | DOUBTFUL",
            })
    void shouldTellByTheContractWhatIsTaken(String contract, int status, String body, String result)
            throws IOException {
        final byte[] response =
                status == 204 ? Http.head(204, "") : Http.response(status, "", body == null ? "" : body);
        try (RawServer server = RawServer.start((request, connection) -> {
                    came.add(request.body());
                    connection.write(response);
                    return true;
                });
                RestGateway gateway = new RestGateway(GatewayConfig.parse(
                        "{services: {crm: {url: '" + server.url() + "'}}, endpoints: {orders: {service: crm, "
                                + contract + "}}}",
                        Path.of(""),
                        name -> null))) {
            gateway.send("orders", 1L);
            assertEquals(List.of(result), gateway.texts());
            assertEquals(1, came.size());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"TOO_LARGE", "WRONGLY_PACKED", "PACKED_OTHERWISE", "NOT_JSON"})
    void shouldBelieveTheStatusWhateverTheBodyIsWhenItAloneTells(Fault fault) throws IOException {
        assertStatusTells(fault);
    }

    @Test
    void shouldBelieveTheStatusWhenTheConnectionIsLostAfterItAndItAloneTells() throws IOException {
        assertStatusTells((request, connection) -> {
            connection.write(Http.head(200, "Content-Length: 999\r\n"));
            return false;
        });
    }

    @Test
    void shouldBelieveTheStatusWhenTheBodyNeverEndsAndItAloneTells() throws IOException {
        assertStatusTells((request, connection) -> {
            connection.write(Http.head(200, "Content-Length: 999\r\n"));
            connection.awaitEnd();
            return false;
        });
    }

    private void assertStatusTells(RawServer.Handler handler) throws IOException {
        try (RawServer server = RawServer.start((request, connection) -> {
                    came.add(request.body());
                    return handler.answer(request, connection);
                });
                RestGateway gateway = new RestGateway(GatewayConfig.parse(
                        "{services: {crm: {url: '" + server.url()
                                + "', responseBytes: 64KB, responseTimeout: 1s, callTimeout: 1s}}, endpoints: {orders: {"
                                + "request: {body: '{\"items\": \"{items}\"}', item: '{\"id\": 1, \"key\": \"{payload}\"}'}}}}",
                        Path.of(""),
                        name -> null))) {
            gateway.send("orders", 1L);
            assertEquals(List.of("reply []"), gateway.texts());
            assertEquals(1, came.size());
        }
    }

    /** Statuses that do not mean taken stay as they are: the event is sent again with its key. */
    @ParameterizedTest
    @EnumSource(names = {"MOVED", "FAILED", "UNAVAILABLE", "UNAUTHORIZED", "TRUNCATED", "EVERY_ITEM_BUSY"})
    void shouldSendAnEventAgainWhenTheStatusOrItsItemSaysSo(Fault fault) throws IOException {
        try (RawServer server = server(fault);
                RestGateway gateway = RestSettings.of(server.url()).open()) {
            faults.set(1);
            gateway.send("orders", 1L);
            assertEquals(List.of(GOOD.formatted(1)), gateway.texts());
            assertEquals(2, came.size());
            assertEquals(1, came.stream().distinct().count(), "another key for the same event");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"html | is of type 'text/html', not JSON", "status | has no /status"})
    void shouldHoldALookupAndNotCallItAwayWhenItsResponsesDoNotFit(String wrong, String what) throws IOException {
        final RawServer.Handler bad =
                wrong.equals("html") ? Fault.WRONG_CONTENT_TYPE : items(DoubtfulEventsTest::withoutStatus);
        try (RawServer server = server(bad);
                RestGateway gateway = RestSettings.of(server.url()).open()) {
            faults.set(Integer.MAX_VALUE);
            gateway.lookup("customer", 1L).lookup("customer", 2L);
            while (log.lines().isEmpty() || gateway.state().attempts() < 3) {
                gateway.turn();
            }
            assertEquals(0, gateway.answered());
            assertEquals(Condition.MISFIT, gateway.state().condition());
            assertSays("crm does not answer as configured: lookup 'customer': ");
            assertSays(what);
            faults.set(0);
            assertEquals(List.of("[{name=name1}]", "[{name=name2}]"), gateway.texts());
            assertSays("crm answers as configured again, after ");
            assertNotSaid("away");
        }
    }
}
