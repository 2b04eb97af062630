package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.BackendState.Condition;
import dev.sluice.service.memory.InMemoryRun;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An event whose response says that it was taken, and does not fit the configuration, is never sent again by itself. */
class DoubtfulEventsTest {

    private static final String GOOD = "reply [{name=name%d}]";
    private static final String NOT_AGAIN =
            ". The service may have accepted the event, so the gateway does not send it again";

    @RegisterExtension
    private final TestService crm = new TestService();

    /** The payloads of the events that came, and their keys. */
    private final List<String> came = new CopyOnWriteArrayList<>();

    private final AtomicInteger faults = new AtomicInteger();

    /** Answers so many calls in that way, and then as it should. */
    private TestService failing(int calls, RawServer.Handler instead) {
        faults.set(calls);
        return crm.answers((request, connection) -> {
            for (final Items.Item item : Items.asked(request.body())) {
                if (item.event()) {
                    came.add(item.key().asText() + " " + item.idempotencyKey());
                }
            }
            return (faults.getAndDecrement() > 0 ? instead : TestService.GOOD).answer(request, connection);
        });
    }

    /** Keeps what was asked, and always answers so. */
    private TestService keeping(RawServer.Handler handler) {
        return crm.answers((request, connection) -> {
            came.add(request.body());
            return handler.answer(request, connection);
        });
    }

    /** Fails the event 3. */
    private TestService failingOnThree(RawServer.Handler instead) {
        return crm.answers((request, connection) ->
                (request.body().contains("\"payload\":3") ? instead : TestService.GOOD).answer(request, connection));
    }

    private static RawServer.Handler items(Consumer<List<ObjectNode>> change) {
        return TestService.replying(request -> {
            final List<ObjectNode> answers = Items.answers(Items.asked(request.body()));
            change.accept(answers);
            return Http.json(Items.body(answers));
        });
    }

    private static void withoutStatus(List<ObjectNode> answers) {
        answers.forEach(answer -> answer.remove("status"));
    }

    private void assertCameOnce(int events) {
        assertEquals(events, came.size(), came.toString());
        assertEquals(events, came.stream().distinct().count(), came.toString());
    }

    private static long replies(List<String> texts) {
        return texts.stream().filter(text -> text.startsWith("reply")).count();
    }

    private static Failure doubtful(InMemoryRun.Result result) {
        final Failure failure = result.failure();
        assertEquals(FailureKind.DOUBTFUL, failure.kind(), failure::message);
        assertFalse(failure.retryable());
        return failure;
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotSendEventsAgainWhenTheResponseDoesNotFit(Fault fault) {
        if (!fault.misfits()) {
            return;
        }
        final RestGateway gateway = failing(1, fault).gateway().orders(1, 4);
        final List<InMemoryRun.Result> results = gateway.results();
        final boolean ofOne = fault == Fault.DUPLICATE_ID || fault == Fault.ID_OF_ANOTHER_ITEM;
        assertEquals(
                ofOne ? 1 : 3,
                results.stream()
                        .map(Object::toString)
                        .filter("DOUBTFUL"::equals)
                        .count(),
                results::toString);
        final String message = doubtful(results.get(0)).message();
        assertTrue(message.contains("endpoint 'orders' [1] of service 'crm': "), message);
        assertTrue(message.endsWith(NOT_AGAIN), message);
        assertEquals(List.of(GOOD.formatted(4)), gateway.send("orders", 4L).texts());
        assertCameOnce(4);
        assertEquals(Condition.OPEN, gateway.state().condition());
    }

    @Test
    void shouldNameTheItemAndWhatMendsItWhenItHasNoStatus() {
        final RestGateway gateway =
                failing(1, items(DoubtfulEventsTest::withoutStatus)).gateway();
        final List<InMemoryRun.Result> results = gateway.orders(1, 3).results();
        assertEquals(
                "endpoint 'orders' [1] of service 'crm': item 1 of the response has no /status; if items have no status"
                        + " of their own, set response.status: none" + NOT_AGAIN,
                results.get(0).failure().message());
        assertTrue(results.get(1).failure().message().contains(": item 2 of the response has no /status;"));
        assertCameOnce(2);
    }

    @Test
    void shouldKeepTheResultsOfItemsThatFit() {
        final RestGateway gateway = failing(1, items(answers -> {
                    answers.get(1).remove("status");
                    answers.get(2).put("status", 503);
                    answers.get(3).put("id", 987_654_321);
                    answers.get(4).put("status", 409);
                    answers.get(5).put("status", 500);
                    answers.add(answers.get(6).deepCopy());
                    answers.get(7).put("reply", "r").put("problem", "p");
                }))
                .gateway();
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
                gateway.orders(0, 9).texts());
        came.removeIf(event -> event.startsWith("2 ") || event.startsWith("5 "));
        assertCameOnce(7);
    }

    @Test
    void shouldSendNothingMoreAfterTenInARowUntilARestart() {
        final GatewayConfig config = failing(Integer.MAX_VALUE, items(DoubtfulEventsTest::withoutStatus))
                .settings()
                .chunk(3, 1)
                .config();
        final RestGateway gateway = crm.gateway(config).orders(0, 30);
        gateway.turnUntil(() -> !crm.said().isEmpty() && gateway.state().attempts() >= 5);
        assertEquals(12, gateway.answered());
        crm.assertSays("crm does not answer as configured: endpoint 'orders': the last 12 events are doubtful: "
                + "item 3 of the response has no /status; if items have no status of their own, set"
                + " response.status: none. Fix the cause and restart the gateway; until then no event is sent."
                + " Requests are held until that is mended");
        assertEquals(Condition.MISFIT, gateway.state().condition());
        final RestGateway again = crm.keep(gateway.again(config));
        gateway.close();
        assertCameOnce(12);
        faults.set(0);
        assertEquals(18, replies(again.texts()));
        assertCameOnce(30);
        crm.assertNotSaid("is away");
    }

    @Test
    void shouldWriteDoubtfulResultsBeforeTheRestOfTheirCallIsAnswered() {
        final GatewayConfig config = failing(1, items(answers -> {
                    withoutStatus(answers.subList(0, Math.min(10, answers.size())));
                    answers.stream().skip(10).forEach(answer -> answer.put("status", 503));
                }))
                .settings()
                .chunk(20, 1)
                .config();
        final RestGateway gateway = crm.gateway(config).orders(0, 12);
        do {
            gateway.turn();
        } while (gateway.state().attempts() < 3);
        assertEquals(10, gateway.answered());
        final RestGateway again = crm.keep(gateway.again(config));
        gateway.close();
        assertCameOnce(12);
        assertEquals(List.of(GOOD.formatted(10), GOOD.formatted(11)), again.texts());
        assertEquals(12, came.stream().distinct().count(), "another key for the same event");
        assertEquals(14, came.size(), came.toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 409, 413, 500})
    void shouldBeDoubtfulWhenItIsRefusedAfterAnAttemptThatWasLost(int status) {
        final AtomicInteger calls = new AtomicInteger();
        final RestGateway gateway = failingOnThree((request, connection) -> calls.incrementAndGet() == 1
                        ? Fault.CLOSED_AT_ONCE.answer(request, connection)
                        : TestService.replying(again -> Http.response(status, "", "order 3 is known"))
                                .answer(request, connection))
                .gateway();
        final String message = doubtful(gateway.orders(0, 5).results().get(3)).message();
        assertTrue(message.contains("it answered " + status + ": order 3 is known"), message);
        assertTrue(message.contains("; the outcome of an earlier attempt is unknown: "), message);
    }

    @Test
    void shouldBeDoubtfulWhenTheReplyIsLargerThanALimit() {
        final RestGateway gateway = crm.replies(request -> Http.json("{\"n\": \"%s\"}".formatted("x".repeat(5_000))))
                .gateway(
                        "",
                        "limits: {resultBytes: 4KB}, endpoints: {orders: {service: crm, request: {body: '{payload}'},"
                                + " response: {value: /n}}}");
        final String message =
                doubtful(gateway.send("orders", 1L).results().get(0)).message();
        assertTrue(message.contains("limits.resultBytes allows: raise this limit"), message);
    }

    @Test
    void shouldSendOnlyEventsAgainAfterACrashWhoseResultsWereNotWritten() {
        final GatewayConfig config = failing(1, Fault.NOT_JSON).settings().config();
        final RestGateway gateway = crm.gateway(config).orders(1, 4);
        assertEquals(List.of("DOUBTFUL", "DOUBTFUL", "DOUBTFUL"), gateway.texts());
        final RestGateway again = crm.keep(gateway.afterCrash(config, 1));
        gateway.close();
        assertEquals(List.of(GOOD.formatted(2), GOOD.formatted(3)), again.texts());
        assertEquals(came.subList(1, 3), came.subList(3, 5), "other keys for the same events");
    }

    @Test
    void shouldGoOnWhenFewerThanTenAreDoubtfulInARow() {
        final AtomicInteger calls = new AtomicInteger();
        final RestGateway gateway = crm.answers((request, connection) -> (calls.incrementAndGet() % 10 == 0
                                ? TestService.GOOD
                                : items(DoubtfulEventsTest::withoutStatus))
                        .answer(request, connection))
                .gateway(crm.settings().chunk(1, 1));
        assertEquals(4, replies(gateway.orders(0, 49).texts()));
        assertEquals(49, calls.get());
        crm.assertSilent();
    }

    @Test
    void shouldAnswerLookupsOfTheServiceWhileItsEndpointWaits() {
        final RestGateway gateway = crm.answers(
                        (request, connection) -> (request.body().contains("idempotencyKey")
                                        ? items(DoubtfulEventsTest::withoutStatus)
                                        : TestService.GOOD)
                                .answer(request, connection))
                .gateway(crm.settings().chunk(100, 4));
        assertEquals(10, gateway.orders(0, 10).results().size());
        gateway.customers(1, 3).send("orders", 10L);
        gateway.turnUntil(() -> gateway.answered() >= 12
                && crm.says("endpoint 'orders' of service 'crm' does not get the answers that its declaration"));
        gateway.lookup("customer", 3L); // tries whether the service answers: its result waits for the endpoint's
        for (int turns = 0; turns < 5_000 && gateway.state().attempts() > 0; turns++) {
            gateway.turn();
        }
        assertEquals(Condition.MISFIT, gateway.state().condition());
        assertEquals(0, gateway.state().attempts(), "it is not the service that is held");
        assertTrue(gateway.state().reason().contains("endpoint 'orders': the last 10 events are doubtful"));
        crm.assertNotSaid("is away");
        crm.assertNotSaid("answers as configured again");
    }

    @Test
    void shouldFailEventsThatWereNeverSentWhenRequestsFailAfterSoLong() {
        final RestGateway gateway = failing(Integer.MAX_VALUE, items(DoubtfulEventsTest::withoutStatus))
                .gateway(
                        "outage: fail-after 1ms, backoff: 1ms, maxBackoff: 2ms",
                        "endpoints: {orders: {chunk: false, payload: text}}");
        final List<InMemoryRun.Result> results = gateway.orders(0, 12).results();
        assertEquals("DOUBTFUL", results.get(9).toString());
        assertEquals("UNAVAILABLE", results.get(10).toString());
        final String message = results.get(10).failure().message();
        assertTrue(message.contains("crm has answered, but not as configured, for "), message);
        assertCameOnce(10);
    }

    @ParameterizedTest
    @EnumSource(names = {"TRUNCATED", "RESET_IN_MID_BODY", "RESET_AT_ONCE", "CLOSED_AT_ONCE", "NO_HTTP"})
    void shouldBeDoubtfulWhenAnEventAloneLosesItsConnectionWhileOthersAreAnswered(Fault fault) {
        final List<InMemoryRun.Result> results =
                failingOnThree(fault).gateway().orders(0, 5).results();
        final String message = doubtful(results.get(3)).message();
        assertTrue(message.endsWith(NOT_AGAIN), message);
        assertEquals(4, replies(results.stream().map(Object::toString).toList()));
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
    void shouldTellByTheContractWhatIsTaken(String contract, int status, String body, String result) {
        final byte[] response =
                status == 204 ? Http.head(204, "") : Http.response(status, "", body == null ? "" : body);
        final RestGateway gateway = keeping(TestService.replying(request -> response))
                .gateway("", "endpoints: {orders: {service: crm, " + contract + "}}");
        assertEquals(List.of(result), gateway.send("orders", 1L).texts());
        assertEquals(1, came.size());
    }

    @ParameterizedTest
    @EnumSource(names = {"TOO_LARGE", "WRONGLY_PACKED", "PACKED_OTHERWISE", "NOT_JSON"})
    void shouldBelieveTheStatusWhateverTheBodyIsWhenItAloneTells(Fault fault) {
        assertStatusTells(fault);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldBelieveTheStatusWhenTheBodyIsCutOrNeverEndsAndItAloneTells(boolean open) {
        assertStatusTells((request, connection) -> {
            connection.write(Http.head(200, "Content-Length: 999\r\n"));
            if (open) {
                connection.awaitEnd();
            }
            return false;
        });
    }

    private void assertStatusTells(RawServer.Handler handler) {
        final RestGateway gateway = keeping(handler)
                .gateway(
                        "responseBytes: 64KB, responseTimeout: 1s, callTimeout: 1s",
                        "endpoints: {orders: {request: {body: '{\"items\": \"{items}\"}',"
                                + " item: '{\"id\": 1, \"key\": \"{payload}\"}'}}}");
        assertEquals(List.of("reply []"), gateway.send("orders", 1L).texts());
        assertEquals(1, came.size());
    }

    /** Statuses that do not mean taken stay as they are: the event is sent again with its key. */
    @ParameterizedTest
    @EnumSource(names = {"MOVED", "FAILED", "UNAVAILABLE", "UNAUTHORIZED", "TRUNCATED", "EVERY_ITEM_BUSY"})
    void shouldSendAnEventAgainWhenTheStatusOrItsItemSaysSo(Fault fault) {
        assertEquals(
                List.of(GOOD.formatted(1)),
                failing(1, fault).gateway().send("orders", 1L).texts());
        assertEquals(2, came.size());
        assertEquals(1, came.stream().distinct().count(), "another key for the same event");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"html | is of type 'text/html', not JSON", "status | has no /status"})
    void shouldHoldALookupAndNotCallItAwayWhenItsResponsesDoNotFit(String wrong, String what) {
        final RawServer.Handler bad =
                wrong.equals("html") ? Fault.WRONG_CONTENT_TYPE : items(DoubtfulEventsTest::withoutStatus);
        final RestGateway gateway = failing(Integer.MAX_VALUE, bad).gateway().customers(1, 3);
        gateway.turnUntil(() -> !crm.said().isEmpty() && gateway.state().attempts() >= 3);
        assertEquals(0, gateway.answered());
        assertEquals(Condition.MISFIT, gateway.state().condition());
        crm.assertSays("crm does not answer as configured: lookup 'customer': ");
        crm.assertSays(what);
        faults.set(0);
        assertEquals(List.of("[{name=name1}]", "[{name=name2}]"), gateway.texts());
        crm.assertSays("crm answers as configured again, after ");
        crm.assertNotSaid("away");
    }
}
