package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.config.ContractConfig;
import dev.sluice.service.config.DefaultContract;
import dev.sluice.service.config.RestDeclaration.Payload;
import dev.sluice.service.rest.answer.BadReplyException;
import dev.sluice.service.rest.template.RestItem;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How items of responses of services that exist already are matched, and when they are not believed. */
class ResponsesTest {

    private final Described byKey = Described.yaml("request: {query: 'id={1}'}, response: {key: /id, value: /v}");
    private final Described many =
            Described.yaml("request: {query: 'id={1}'}, response: {key: /id, value: /v, many: true}");
    private final Described keyed = Described.yaml("request: {query: 'id={1}'}, response: {items: /all, match: key}");
    private final Described single = Described.yaml("request: {path: '/c/{1}'}");

    @Test
    void shouldGiveEachKeyItsOwnWhenTheOrderIsAnotherAndSomeAreNotThere() throws BadReplyException {
        assertEquals(
                List.of("found [{value=a}]", "missing", "found [{value=c}]"),
                byKey.read("[{\"id\": 3, \"v\": \"c\"}, {\"id\": 1, \"v\": \"a\"}]", 1L, 2L, 3L));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[{'id': 1, 'v': 1}, {'id': 9, 'v': 9}] | item 2 belongs to no item of the request",
                "[{'id': 1, 'v': 1}, {'id': 1, 'v': 1}] | item 2 is a second answer to the same request",
                "[{'id': 1, 'v': 1}, {'id': '1', 'v': 2}] | item 2 is a second answer to the same request",
                "[{'id': null, 'v': 1}]                 | item 1 belongs to no item of the request",
                "[{'id': {}, 'v': 1}]                   | item 1 belongs to no item of the request",
                "[{'id': [1], 'v': 1}]                  | item 1 belongs to no item of the request",
                "[{'id': true, 'v': 1}]                 | item 1 belongs to no item of the request",
                "[{'id': 'one', 'v': 1}]                | item 1 belongs to no item of the request",
                "[{'id': 1.5, 'v': 1}]                  | item 1 belongs to no item of the request",
                "[{'v': 1}]                             | item 1 has no '/id' that identifies it",
                "[1]                                    | item 1 has no '/id' that identifies it",
                "{'1': {'v': 1}}                        | the response has no items: a list should stand there",
            })
    void shouldBelieveNothingWhenAKeyIsNotOneThatWasAsked(String body, String reason) {
        assertEquals(reason, byKey.badReply(body.replace('\'', '"'), 1L, 2L));
    }

    @Test
    void shouldReadAKeyByTheTypeOfTheArgumentWhenServicesWriteItAnotherWay() throws BadReplyException {
        assertMatches(1L, "1", "\"1\"", "1.0", "1e0");
        assertMatches(Long.MIN_VALUE, "-9223372036854775808", "\"-9223372036854775808\"");
        assertMatches(new BigDecimal("1.50"), "1.5", "1.500", "\"1.5\"", "15e-1");
        assertMatches(new BigDecimal("0.00"), "0", "0.0", "-0.0", "\"0\"");
        assertMatches(new BigDecimal("1E+400"), "1e400");
        assertMatches(0.1, "0.1", "\"0.1\"", "0.10000000000000000555");
        assertMatches(-0.0, "0", "-0.0");
        assertMatches(1e300, "1e300", "1E+300");
        assertMatches("1", "1", "\"1\"");
        assertMatches("1.50", "1.50", "\"1.50\"");
        assertMatches("true", "true", "\"true\"");
        assertMatches("", "\"\"");
        assertMatches(true, "true", "\"true\"");
        assertMatches(LocalDate.of(2026, 1, 2), "\"2026-01-02\"");
        assertMatches(LocalTime.of(3, 4), "\"03:04\"", "\"03:04:00\"", "\"03:04:00.000\"");
        assertMatches(LocalDateTime.of(2026, 1, 2, 3, 4), "\"2026-01-02T03:04\"", "\"2026-01-02T03:04:00.0\"");
        assertMatches(
                Instant.parse("2026-01-02T03:04:00Z"), "\"2026-01-02T03:04:00Z\"", "\"2026-01-02T04:04:00+01:00\"");
        assertMatches(
                UUID.fromString("00000000-0000-0001-0000-00000000000a"), "\"00000000-0000-0001-0000-00000000000A\"");
        assertMatches(new byte[] {-1}, "\"/w==\"");
    }

    private void assertMatches(Object key, String... written) throws BadReplyException {
        for (final String json : written) {
            assertEquals(List.of("found [{value=5}]"), byKey.read("[{\"id\": " + json + ", \"v\": 5}]", key), json);
        }
    }

    @Test
    void shouldTellKeysApartWhenTheyOnlyLookAlike() {
        assertNoMatch("1", "1.0", "\"1.0\"", "\"01\"", "\" 1\"", "\"1 \"");
        assertNoMatch("a", "\"A\"");
        assertNoMatch("é", "\"e\u0301\"");
        assertNoMatch(1L, "\"01\"", "\"+1\"", "\" 1\"", "\"1x\"", "\"\"", "11", "1e1", "true");
        assertNoMatch(new BigDecimal("1.5"), "1.51", "1.4999999999999999999999999");
        assertNoMatch(Long.MAX_VALUE, "9223372036854775808", "9223372036854775806.9", "1e999999999", "\"1e9999\"");
        assertNoMatch(true, "1", "\"TRUE\"");
        assertNoMatch(UUID.fromString("00000000-0000-0001-0000-00000000000a"), "\"0-0-1-0-a\"");
        assertNoMatch(LocalDate.of(2026, 1, 2), "\"2026-1-2\"", "20260102");
    }

    private void assertNoMatch(Object key, String... written) {
        for (final String json : written) {
            assertEquals(
                    "item 1 belongs to no item of the request",
                    byKey.badReply("[{\"id\": " + json + ", \"v\": 5}]", key),
                    json);
        }
    }

    @Test
    void shouldMatchAllPartsOfAKeyWhenItHasSeveral() throws BadReplyException {
        final Described two = Described.yaml("request: {query: 'a={1}&b={2}'}, response: {key: [/a, /k/b], value: /v}");
        final List<RestItem> asked =
                Described.itemsOf(List.of(Arguments.of(1L, "x"), Arguments.of(1L, "y"), Arguments.of(2L, "x")));

        assertEquals(
                List.of("missing", "found [{value=1y}]", "found [{value=2x}]"),
                Told.lines(two.answers(
                        "[{\"a\": 2, \"k\": {\"b\": \"x\"}, \"v\": \"2x\"}, {\"a\": 1, \"k\": {\"b\": \"y\"}, \"v\": \"1y\"}]",
                        asked)));
        assertThrows(
                BadReplyException.class, () -> two.answers("[{\"a\": 2, \"k\": {\"b\": \"y\"}, \"v\": \"?\"}]", asked));
    }

    @Test
    void shouldTakeNothingFromANullWhenItStandsInAList() throws BadReplyException {
        assertEquals(
                List.of("missing", "found [{value=b}]", "missing"),
                byKey.read("[null, {\"id\": 2, \"v\": \"b\"}, null]", 1L, 2L, 3L));
        assertEquals(List.of("not found"), byKey.read("[null]", 1L));
        assertEquals(List.of("missing", "missing"), many.read("[null, null]", 1L, 2L));
        assertEquals(
                List.of("found [{value=a}]", "missing"),
                Described.yaml("request: {path: /s, body: '[\"{items}\"]', item: '{\"id\": \"{id}\", \"k\": \"{1}\"}'},"
                                + " response: {items: '', match: id, value: /v, status: none}")
                        .read("[null, {\"id\": 7, \"v\": \"a\"}]", 1L, 2L));
    }

    @Test
    void shouldMatchAnIdWhenItComesBackAsText() throws BadReplyException {
        final Described joined =
                Described.yaml("request: {query: 'of={items}', item: '{id}:{1}'}, response: {items: '', match: id,"
                        + " value: /v, status: none}");
        assertEquals(
                List.of("found [{value=a}]", "found [{value=b}]"),
                joined.read("[{\"id\": \"8\", \"v\": \"b\"}, {\"id\": \"7\", \"v\": \"a\"}]", 1L, 2L));
        assertEquals(
                "item 1 belongs to no item of the request", joined.badReply("[{\"id\": \"07\", \"v\": 1}]", 1L, 2L));
        assertEquals(
                "item 1 belongs to no item of the request", joined.badReply("[{\"id\": \"x7\", \"v\": 1}]", 1L, 2L));
    }

    @Test
    void shouldReadAnObjectWhenItsFieldsAreTheKeys() throws BadReplyException {
        assertEquals(
                List.of("found [{n=1}]", "missing", "found [{value=null}]"),
                keyed.read("{\"all\": {\"3\": null, \"1\": {\"n\": 1}}}", 1L, 2L, 3L));
        assertEquals("the item '9' belongs to no item of the request", keyed.badReply("{\"all\": {\"9\": 1}}", 1L));
        assertEquals(
                "the response has no items: an object should stand at '/all'", keyed.badReply("{\"all\": []}", 1L));
    }

    @Test
    void shouldMakeRowsOfSeveralItemsWhenAKeyMayHaveMany() throws BadReplyException {
        assertEquals(
                List.of("found [{a=1, b=null}, {a=null, b=x}]", "missing", "found [{value=7}]"),
                many.read("""
                        [{"id": 1, "v": {"a": 1}}, {"id": 3, "v": 7}, {"id": 1, "v": {"b": "x"}}]""", 1L, 2L, 3L));
    }

    @Test
    void shouldMakeRowsOfAListWhenAKeyMayHaveMany() throws BadReplyException {
        assertEquals(
                List.of("found [{a=1}, {a=2}]", "not found"),
                many.read("[{\"id\": 1, \"v\": [{\"a\": 1}, {\"a\": 2}]}, {\"id\": 2, \"v\": []}]", 1L, 2L));
    }

    @Test
    void shouldTakeTheWholeResponseWhenACallAsksOneItem() throws BadReplyException {
        assertEquals(
                List.of("found [{name=Ada, address.city=London}]"),
                single.read("{\"name\": \"Ada\", \"address\": {\"city\": \"London\"}}", 1L));
        assertEquals(List.of("found [{value=5}]"), single.read("5", 1L));
        assertTrue(single.contract().meansNotFound(404, new byte[0])
                && !single.contract().meansNotFound(400, new byte[0]));
        assertEquals(
                List.of("not found"),
                Told.lines(single.contract().read(404, "text/html", "<html>".getBytes(), Described.items(1L))));
        assertThrows(BadReplyException.class, () -> single.contract().read(400, "", new byte[0], Described.items(1L)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'id': 1, 'v': 5, 'ok': true}                  | found [{value=5}]",
                "{'id': 1, 'v': 5, 'ok': 0}                     | found [{value=5}]",
                "{'id': 1, 'v': 5, 'ok': false}                 | not found",
                "{'id': 1, 'v': 5, 'ok': null}                  | not found",
                "{'id': 1, 'v': 5}                              | not found",
                "{'id': 1, 'ok': true}                          | misfit: an item of the response is good, but has no value",
                "{'id': 1, 'v': 5, 'ok': true, 'e': false}      | found [{value=5}]",
                "{'id': 1, 'e': 'gone'}                         | not found",
                "{'id': 1, 'e': {'code': 'gone'}}               | not found",
                "{'id': 1, 'e': {'type': 'gone'}}               | not found",
                "{'id': 1, 'e': 'bad id'}                       | failed REJECTED bad id: lookup 'customer' of service"
                        + " 'crm' refused the request: bad id",
                "{'id': 1, 'e': {'code': 7, 'message': 'bad'}}  | failed REJECTED 7: lookup 'customer' of service 'crm'"
                        + " refused the request: bad",
                "{'id': 1, 'e': {}}                             | failed REJECTED : lookup 'customer' of service 'crm'"
                        + " refused the request: it gives no reason",
                "{'id': 1, 'e': {'status': 503, 'reason': 'x'}} | again: status 503: x",
            })
    void shouldTakeAnItemByItsErrorAndWhatWasFoundWhenItHasNoStatus(String item, String told) throws BadReplyException {
        final Described described = Described.yaml("request: {query: 'id={1}'},"
                + " response: {key: /id, value: /v, found: /ok, error: /e, notFoundErrors: [gone]}");

        assertEquals(List.of(told), described.read("[" + item.replace('\'', '"') + "]", 1L));
    }

    @Test
    void shouldBelieveTheStatusWhenAnEndpointIsMatchedByNothing() throws BadReplyException {
        final Described plain = Described.endpointYaml("request: {body: '{items}'}", Payload.JSON);
        final List<RestItem> sent = Described.items("{}", "{}");

        assertEquals(
                List.of("replied []", "replied []"), Told.lines(plain.contract().read(204, "", new byte[0], sent)));
        assertEquals(
                List.of("replied []", "replied []"),
                Told.lines(plain.contract().read(200, "text/plain", "OK".getBytes(), sent)));
        assertEquals(
                "status 207 says that some events may have failed, but match: none ignores which",
                assertThrows(BadReplyException.class, () -> plain.contract().read(207, "", new byte[0], sent))
                        .getMessage());
    }

    @Test
    void shouldMatchEventsByTheirIdempotencyKeysWhenNoIdIsSent() throws BadReplyException {
        final Described events = Described.endpointYaml(
                "request: {body: '{items}', item: '{\"key\": \"{idempotencyKey}\", \"event\": \"{payload}\"}'},"
                        + " response: {items: '', key: /key, status: none, error: /error, value: /number}",
                Payload.JSON);

        assertEquals(
                List.of("replied [{value=2}]", "replied [{value=1}]"),
                events.read(
                        "[{\"key\": \"event-8\", \"number\": 1}, {\"key\": \"event-7\", \"number\": 2}]", "{}", "{}"));
        assertEquals(
                List.of("misfit: item 1 belongs to no item of the request; correct response.key"),
                events.read("[{\"key\": 7, \"number\": 1}]", "{}"));
    }

    @Test
    void shouldTakeTheReplyOfOneEventWhenACallSendsOne() throws BadReplyException {
        final Described one =
                Described.endpointYaml("request: {body: '{payload}'}, response: {value: /number}", Payload.JSON);

        assertEquals(List.of("replied [{value=5}]"), one.read("{\"number\": 5}", "{}"));
        assertEquals(List.of("replied []"), one.read("{}", "{}"));
        assertEquals(List.of("replied []"), one.read("", "{}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\uFEFF[]", " [ ] ", "[]\n"})
    void shouldReadJsonWhenThereIsWhiteSpaceOrAMarkAroundIt(String body) throws BadReplyException {
        assertEquals(List.of("not found"), byKey.read(body, 1L));
    }

    @Test
    void shouldNotRepeatBusinessDataWhenAResponseIsNotBelieved() {
        for (final String body : List.of(
                "[{\"id\": \"secret\"}]", "[{\"id\": 1, \"x\": secret}]", "{\"secret\": 1}", "[{\"secret\": 1}]")) {
            assertFalse(byKey.badReply(body, 1L).contains("secret"), byKey.badReply(body, 1L));
        }
    }

    @Test
    void shouldMakeTheSameOfTheDefaultContractWhenItIsWrittenOut() {
        final ContractConfig written = Described.contract("request: {method: POST, path: '/customer:lookup',"
                + " body: '{\"items\": \"{items}\"}', item: '{\"id\": \"{id}\", \"key\": \"{key}\"}', limit: 100},"
                + " response: {items: /items, match: id, key: /id, value: /value, status: /status, error: /problem,"
                + " missing: failure}");

        assertEquals(DefaultContract.lookup("customer"), written);
    }
}
