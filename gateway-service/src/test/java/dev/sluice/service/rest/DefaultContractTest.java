package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.config.DefaultContract;
import dev.sluice.service.config.RestDeclaration.Payload;
import dev.sluice.service.rest.answer.BadReplyException;
import dev.sluice.service.rest.http.HttpAsk;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The contract of services that were made for chunks, as the documentation says it. */
class DefaultContractTest {

    private final Described lookup = Described.lookup(DefaultContract.lookup("customer"));
    private final Described events = Described.endpoint(DefaultContract.endpoint("letters"), Payload.JSON);

    @Test
    void shouldAskForAllItemsInOneRequestWhenThereIsRoom() {
        assertEquals(
                List.of("POST /customer:lookup {\"items\":[{\"id\":7,\"key\":4711},{\"id\":8,\"key\":12}]}"),
                lookup.asks(4711L, 12L));
    }

    @Test
    void shouldSayThatItIsJsonWhenItAsks() {
        final HttpAsk ask = lookup.contract().asks(Described.items(1L)).get(0);

        assertEquals(Map.of("Accept", "application/json", "Content-Type", "application/json"), ask.headers());
        assertEquals(List.of(0), ask.items());
    }

    @Test
    void shouldWriteEachTypeAsJsonWhenItIsAKey() {
        final Arguments key = Arguments.of(
                1L,
                0.5,
                new BigDecimal("1.50"),
                "a\"b€\u0001",
                true,
                null,
                LocalDate.of(2026, 11, 21),
                Instant.ofEpochSecond(0),
                new UUID(1, 2),
                new byte[] {1, 2, 3},
                new double[] {1, 2.5});

        assertEquals(
                List.of("POST /customer:lookup {\"items\":[{\"id\":7,\"key\":[1,0.5,1.50,\"a\\\"b€\\u0001\",true,null,"
                        + "\"2026-11-21\",\"1970-01-01T00:00:00Z\",\"00000000-0000-0001-0000-000000000002\",\"AQID\","
                        + "[1.0,2.5]]}]}"),
                lookup.asks(Described.itemsOf(List.of(key))));
    }

    @Test
    void shouldMakeSeveralRequestsWhenThereAreMoreItemsThanTheLimit() {
        final Object[] keys = new Object[201];
        Arrays.setAll(keys, i -> (long) i);

        final List<HttpAsk> asks = lookup.contract().asks(Described.items(keys));

        assertEquals(
                List.of(100, 100, 1),
                asks.stream().map(ask -> ask.items().size()).toList());
        assertEquals(List.of(200), asks.get(2).items());
    }

    @Test
    void shouldMatchByIdWhenTheOrderIsAnother() throws BadReplyException {
        assertEquals(List.of("found [{name=a}]", "found [{name=b}]", "not found"), lookup.read("""
                        {"items": [
                          {"id": 9, "status": 404},
                          {"id": 8, "status": 200, "value": {"name": "b"}},
                          {"id": 7, "status": 200, "value": {"name": "a"}, "problem": null}
                        ]}""", 1L, 2L, 3L));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'id': 7, 'status': 200, 'value': null}             | found [{value=null}]",
                "{'id': 7, 'status': 200, 'value': 5}                | found [{value=5}]",
                "{'id': 7, 'status': 200, 'value': {}}               | found [{}]",
                "{'id': 7, 'status': 200, 'value': [1, 2]}           | found [{value=OtherValue[typeName=json, text=[1,2]]}]",
                "{'id': 7, 'status': 201, 'value': 'x'}              | found [{value=x}]",
                "{'id': 7, 'status': 200}                            | misfit: an item of the response is good, but has no value",
                "{'id': 7, 'value': 5}                               | misfit: an item of the response has no /status; if items have no status of their own, set response.status: none",
                "{'id': 7, 'status': '200', 'value': 5}              | misfit: an item of the response has no integer in /status; if items have no status of their own, set response.status: none",
                "{'id': 7, 'status': 200.0, 'value': 5}              | misfit: an item of the response has no integer in /status; if items have no status of their own, set response.status: none",
                "{'id': 7, 'status': 200, 'value': 5, 'problem': {}} | misfit: an item of the response has a good status and an error as well; set response.error: none",
                "{'id': 7, 'status': 404, 'problem': {'title': 'x'}} | not found",
                "{'id': 7, 'status': 410}                            | not found",
                "{'id': 7, 'status': 429}                            | again: status 429",
                "{'id': 7, 'status': 425}                            | again: status 425",
                "{'id': 7, 'status': 503, 'problem': {'title': 'x'}} | again: status 503: x",
                "{'id': 7, 'status': 408}                            | in doubt 408: status 408",
                "{'id': 7, 'status': 500, 'problem': {'detail':'d'}} | in doubt 500: status 500: d",
                "{'id': 7, 'status': 302}                            | in doubt 302: status 302",
                "{'id': 7, 'status': 0}                              | in doubt 0: status 0",
                "{'id': 7, 'status': 422, 'problem': {'title': 'bad key', 'detail': 'too long'}} | failed REJECTED 422:"
                        + " lookup 'customer' of service 'crm' refused the request: status 422: bad key: too long",
                "{'id': 7, 'status': 400}                            | failed REJECTED 400:"
                        + " lookup 'customer' of service 'crm' refused the request: status 400",
            })
    void shouldTakeAnItemByItsOwnStatusWhenTheResponseIsGood(String item, String told) throws BadReplyException {
        assertEquals(List.of(told), lookup.read("{\"items\": [" + item.replace('\'', '"') + "]}", 1L));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'items': [{'id': 7, 'status': 404}, {'id': 7, 'status': 404}]} | item 2 is a second answer to the same request",
                "{'items': [{'id': 6, 'status': 404}]}                           | item 1 belongs to no item of the request",
                "{'items': [{'id': '07', 'status': 404}]}                        | item 1 belongs to no item of the request",
                "{'items': [{'id': 7.0, 'status': 404}]}                         | item 1 belongs to no item of the request",
                "{'items': [{'id': null, 'status': 404}]}                        | item 1 belongs to no item of the request",
                "{'items': [{'status': 404}]}                                    | item 1 has no '/id' that identifies it",
                "{'items': [7]}                                                  | item 1 has no '/id' that identifies it",
                "{'items': {'id': 7}}                     | the response has no items: a list should stand at '/items'",
                "{'item': []}                             | the response has no items: a list should stand at '/items'",
                "[]                                       | the response has no items: a list should stand at '/items'",
                "null                                     | the response has no items: a list should stand at '/items'",
                "``                                       | the response is empty",
                "` `                                      | the response is not JSON: it is empty",
                "{'items': [                              | the response is not JSON: it ends too early (line 1, column 12)",
                "{'items': []}x                           | the response is not JSON: it contains something else (line 1, column 14)",
                "{'items': []}{}                          | the response is not JSON: something follows its end, or a"
                        + " name is twice in an object (line 1, column 14)",
                "{'items': [], 'items': []}               | the response is not JSON: something follows its end, or a"
                        + " name is twice in an object (line 1, column 24)",
                "<html>secret</html>                      | the response is not JSON: it contains something else (line 1, column 1)",
            })
    void shouldBelieveNothingWhenAResponseBreaksTheContract(String body, String reason) {
        assertEquals(reason, lookup.badReply(body.replace('\'', '"'), 1L, 2L));
    }

    @Test
    void shouldTellWhatIsMissingWhenTheRestIsThere() throws BadReplyException {
        assertEquals(
                List.of("missing", "found [{value=2}]"),
                lookup.read("{\"items\": [{\"id\": 8, \"status\": 200, \"value\": 2}]}", 1L, 2L));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json | ''",
                "application/json;charset=UTF-8 | ''",
                "application/vnd.crm.v2+json | ''",
                "'' | ''",
                "text/html | the response is of type 'text/html', not JSON",
                "application/jsonp | the response is of type 'application/jsonp', not JSON",
                "application/json; charset=ISO-8859-1 | the response is in the character set 'ISO-8859-1', but JSON must be UTF-8",
            })
    void shouldReadOnlyJsonWhenAContentTypeIsGiven(String contentType, String problem) throws BadReplyException {
        final byte[] body = "{\"items\": []}".getBytes(StandardCharsets.UTF_8);
        if (problem.isEmpty()) {
            assertEquals(
                    List.of("missing"),
                    Told.lines(lookup.contract().read(207, contentType, body, Described.items(1L))));
        } else {
            final BadReplyException e = assertThrows(
                    BadReplyException.class, () -> lookup.contract().read(200, contentType, body, Described.items(1L)));
            assertEquals(problem, e.getMessage());
        }
    }

    @Test
    void shouldBelieveNothingWhenAResponseIsOnlyAPart() {
        final BadReplyException e = assertThrows(
                BadReplyException.class,
                () -> lookup.contract()
                        .read(
                                206,
                                "application/json",
                                "{\"items\": []}".getBytes(StandardCharsets.UTF_8),
                                Described.items(1L)));

        assertEquals("status 206 does not mean a complete answer", e.getMessage());
    }

    @Test
    void shouldBelieveNothingWhenAResponseIsNotUtf8() {
        final byte[] body = "{\"items\": [], \"note\": \"é\"}".getBytes(StandardCharsets.ISO_8859_1);
        final BadReplyException e = assertThrows(
                BadReplyException.class,
                () -> lookup.contract().read(200, "application/json", body, Described.items(1L)));

        assertEquals("the response is not UTF-8", e.getMessage());
    }

    @Test
    void shouldBelieveNothingWhenAResponseIsNestedToExhaustTheStack() {
        final String deep = "[".repeat(100_000);

        assertTrue(lookup.badReply(deep, 1L).startsWith("the response is not JSON: nested too deep"));
    }

    @Test
    void shouldKeepAServicesMessageShortAndOnOneLineWhenItIsLong() throws BadReplyException {
        final String told = lookup.read(
                        "{\"items\": [{\"id\": 7, \"status\": 422, \"problem\": {\"title\": \"a\\nb\\u0000c"
                                + "x".repeat(10_000) + "\"}}]}",
                        1L)
                .get(0);

        assertTrue(told.contains("status 422: a b cxxx"), told);
        assertTrue(told.length() < 700 && told.endsWith("x…"), told);
    }

    @Test
    void shouldSendEventsWithTheirIdempotencyKeysWhenTheyShareACall() throws Exception {
        events.contract().check(Arguments.of("{\"n\": 1.00}"));

        assertEquals(
                List.of("POST /letters {\"items\":[{\"id\":7,\"idempotencyKey\":\"event-7\",\"payload\":{\"n\": 1.00}},"
                        + "{\"id\":8,\"idempotencyKey\":\"event-8\",\"payload\":5}]}"),
                events.asks("{\"n\": 1.00}", 5L));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'id': 7, 'status': 202}                             | replied []",
                "{'id': 7, 'status': 200, 'reply': null}              | replied []",
                "{'id': 7, 'status': 200, 'reply': {'number': 5}}     | replied [{number=5}]",
                "{'id': 7, 'status': 404, 'problem': {'title': 'no'}} | failed REJECTED 404:"
                        + " endpoint 'letters' of service 'crm' refused the request: status 404: no",
                "{'id': 7, 'status': 503}                             | again: status 503",
                "{'id': 7, 'status': 500}                             | in doubt 500: status 500",
            })
    void shouldTakeAnEventByItsOwnStatusWhenTheResponseIsGood(String item, String told) throws BadReplyException {
        assertEquals(List.of(told), events.read("{\"items\": [" + item.replace('\'', '"') + "]}", "{}"));
    }

    @ParameterizedTest
    @CsvSource({"''", "{", "'{} {}'", "nothing", "'{\"a\":1,\"a\":2}'", "NaN", "'1,{\"id\":8}'"})
    void shouldRefuseAPayloadWhenItIsNotOneJsonDocument(String payload) {
        assertTrue(events.refused(payload).contains("the payload is not JSON"), events.refused(payload));
    }

    @Test
    void shouldSendTextsAsTheyAreWhenAnEndpointTakesTexts() throws Exception {
        final Described texts = Described.endpoint(DefaultContract.endpoint("letters"), Payload.TEXT);
        texts.contract().check(Arguments.of("{"));

        assertEquals(
                List.of("POST /letters {\"items\":[{\"id\":7,\"idempotencyKey\":\"event-7\",\"payload\":\"{\"}]}"),
                texts.asks("{"));
    }

    @Test
    void shouldRefuseARequestWhenItHasNoKey() {
        assertTrue(lookup.refused().contains("it takes at least 1 argument, not 0"));
    }

    @Test
    void shouldRefuseANumberWhenItIsNone() {
        assertTrue(lookup.refused(Double.NaN).contains("argument 1 is NaN, which services do not accept as a number"));
    }
}
