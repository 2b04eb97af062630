package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.config.RestDeclaration.Payload;
import dev.sluice.service.rest.http.HttpAsk;
import dev.sluice.service.rest.template.RestItem;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What contracts of services that exist already send. */
class RequestsTest {

    private final Described repeated =
            Described.yaml("request: {path: /customers, query: 'v=2&id={1}&x'}, response: {key: /id}");
    private final Described joined =
            Described.yaml("request: {path: /c, query: 'id=in.({items})'}, response: {key: /id}");
    private final Described quoted =
            Described.yaml("request: {path: /c, query: 'id=in.({items})', quoted: true}, response: {key: /id}");
    private final Described single = Described.yaml("request: {path: '/customers/{1}/address'}");

    @Test
    void shouldRepeatParametersWhenTheyNameAnItem() {
        assertEquals(List.of("GET /customers?v=2&id=1&id=2&x"), repeated.asks(1L, 2L));
    }

    @Test
    void shouldRepeatSeveralParametersTogetherWhenAKeyHasSeveralParts() {
        final Described two = Described.yaml("request: {query: 'a={1}&b={2}'}, response: {key: [/a, /b]}");

        assertEquals(
                List.of("GET /customer:lookup?a=1&b=x&a=2&b=y"),
                two.asks(Described.itemsOf(List.of(Arguments.of(1L, "x"), Arguments.of(2L, "y")))));
    }

    @Test
    void shouldJoinItemsWhenTheQueryHasThemAll() {
        assertEquals(List.of("GET /c?id=in.(1,2,3)"), joined.asks(1L, 2L, 3L));
    }

    @Test
    void shouldQuoteTextsAndNoNumbersWhenKeysAreQuoted() {
        assertEquals(List.of("GET /c?id=in.(%22a%22,%22b%2Cc%22)"), quoted.asks("a", "b,c"));
        assertEquals(List.of("GET /c?id=in.(%22%22,%22%5C%22%5C%5C%22)"), quoted.asks("", "\"\\"));
        assertEquals(List.of("GET /c?id=in.(1,2)"), quoted.asks(1L, 2L));
        assertEquals(List.of("GET /c?id=in.(%22%5Ct%5Cu0000%5Cn%22)"), quoted.asks("\t\0\n"));
        final Described backslash = Described.yaml(
                "request: {path: /c, query: '{items}', quoted: true, escapes: backslash}, response: {key: /id}");
        assertEquals(List.of("GET /c?%22%09%5C%22%22"), backslash.asks("\t\""));
    }

    @Test
    void shouldJoinItemsInThePathWhenThatNamesThemAll() {
        final Described path =
                Described.yaml("request: {path: '/customers/{items}/names', separator: ';'}, response: {key: /id}");

        assertEquals(List.of("GET /customers/1;2/names"), path.asks(1L, 2L));
    }

    @Test
    void shouldAskEachItemByItselfWhenThePathNamesOne() {
        assertEquals(List.of("GET /customers/1/address", "GET /customers/2/address"), single.asks(1L, 2L));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a b     | a%20b",
                "a+b     | a%2Bb",
                "a&b=c   | a%26b%3Dc",
                "a/b     | a%2Fb",
                "100%25  | 100%2525",
                "a?b#c   | a%3Fb%23c",
                "{1}{2}  | %7B1%7D%7B2%7D",
                "é€😀    | %C3%A9%E2%82%AC%F0%9F%98%80",
                "a;:@!$' | a%3B%3A%40%21%24%27",
                "~-._    | ~-._",
                "\\^\"<> | %5C%5E%22%3C%3E",
                "...     | ...",
            })
    void shouldEncodeAKeyWhenAUrlCannotHoldIt(String key, String encoded) throws Exception {
        repeated.contract().check(Arguments.of(key));
        single.contract().check(Arguments.of(key));

        assertEquals(List.of("GET /customers?v=2&id=" + encoded + "&x"), repeated.asks(key));
        assertEquals(List.of("GET /customers/" + encoded + "/address"), single.asks(key));
    }

    @Test
    void shouldEncodeControlCharactersWhenAKeyHasThem() {
        assertEquals(List.of("GET /customers?v=2&id=a%00%0D%0Ab&x"), repeated.asks("a\0\r\nb"));
    }

    @Test
    void shouldEncodeOnlyWhatIsNeededWhenTheConfigurationWroteIt() {
        final Described literal = Described.yaml(
                "request: {path: '/a b/é%2F', query: 'q=x y\"%&select=a,b&id={1}'}, response: {key: /id}");

        assertEquals(List.of("GET /a%20b/%C3%A9%2F?q=x%20y%22%25&select=a,b&id=1"), literal.asks(1L));
    }

    @Test
    void shouldWriteEachTypeAsTextWhenItIsPartOfAUrl() {
        final List<Object> keys = List.of(
                -1L,
                new BigDecimal("1.50"),
                new BigDecimal("1E+3"),
                0.1,
                true,
                LocalDate.of(2026, 1, 2),
                LocalTime.of(3, 4),
                LocalDateTime.of(2026, 1, 2, 3, 4),
                Instant.ofEpochSecond(1),
                new UUID(0, 10),
                new byte[] {-1, -1});
        final List<String> written = new ArrayList<>();
        keys.forEach(key -> written.addAll(repeated.asks(key)));

        assertEquals(
                List.of(
                                "-1",
                                "1.50",
                                "1000",
                                "0.1",
                                "true",
                                "2026-01-02",
                                "03%3A04%3A00",
                                "2026-01-02T03%3A04%3A00",
                                "1970-01-01T00%3A00%3A01Z",
                                "00000000-0000-0000-0000-00000000000a",
                                "%2F%2F8%3D")
                        .stream()
                        .map(text -> "GET /customers?v=2&id=" + text + "&x")
                        .toList(),
                written);
    }

    @ParameterizedTest
    @CsvSource({
        "'a,b', 'a key holds '','', which separates joined keys'",
        "'', 'a key is the empty text, which would be lost'",
        "'a)', 'a key holds '')'', which separates joined keys'"
    })
    void shouldRefuseAKeyWhenItWouldBeTakenForSeveral(String key, String reason) {
        final Described joinedTwice =
                Described.yaml("request: {query: 'or=({items})', item: 'id.eq.({1})'}, response: {key: /id}");

        assertTrue(joinedTwice.refused(key).contains(reason), joinedTwice.refused(key));
    }

    @Test
    void shouldTakeWhatStandsInTwoPairsOfBracesForText() {
        final Described graphQl = Described.yaml("request: {path: /graphql, body: '{\"query\":"
                + " \"query($ids:[ID!]!){a(ids:$ids){{id}}}\", \"variables\": {\"ids\": \"{items}\"}}'}, response:"
                + " {items: /data/a, key: /id}");
        assertEquals(
                List.of(
                        "POST /graphql {\"query\":\"query($ids:[ID!]!){a(ids:$ids){id}}\",\"variables\":{\"ids\":[1,2]}}"),
                graphQl.asks(1L, 2L));
        final Described array = Described.yaml("request: {query: 'a=cs.{{{items}}}&b={{9}}'}, response: {key: /id}");
        assertEquals(List.of("GET /customer:lookup?a=cs.%7B1,2%7D&b=%7B9%7D"), array.asks(1L, 2L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", ".."})
    void shouldRefuseAKeyWhenItWouldLeadToAnotherPath(String key) {
        assertTrue(
                single.refused(key).contains("a key is '" + key + "', which would change the path"),
                single.refused(key));
    }

    @Test
    void shouldRefuseWhatAUrlCannotSayWhenItIsAKey() {
        assertTrue(repeated.refused((Object) null).contains("argument 1 is null"));
        assertTrue(repeated.refused(Double.NaN).contains("argument 1 is NaN"));
        assertTrue(repeated.refused(Double.POSITIVE_INFINITY).contains("argument 1 is Infinity"));
        assertTrue(repeated.refused(new double[] {1}).contains("argument 1 is a list of numbers"));
    }

    @Test
    void shouldRefuseAKeyOfSeveralPartsWhenOneTextIsWanted() {
        final Described text = Described.yaml("request: {body: '{\"a\": \"{items}\"}', item: '[\"{id}\", \"c-{key}\"]',"
                + " path: /s}, response: {match: id}");

        assertTrue(text.refused(1L, 2L).contains("a key of 2 arguments cannot be one text"), text.refused(1L, 2L));
    }

    @ParameterizedTest
    @CsvSource({"0, 'it takes 1 argument, not 0'", "2, 'it takes 1 argument, not 2'"})
    void shouldRefuseARequestWhenItHasTooFewOrTooManyArguments(int count, String reason) {
        final Object[] arguments = new Object[count];
        Arrays.fill(arguments, 1L);

        assertEquals(
                "Failure[kind=INVALID, code=, message=lookup 'customer' of service 'crm': " + reason
                        + ", retryable=false]",
                repeated.refused(arguments));
    }

    @Test
    void shouldSplitACallWhenItsUrlWouldBeTooLong() {
        final Object[] keys = new Object[90];
        Arrays.setAll(keys, i -> "€".repeat(5) + i);

        final List<HttpAsk> asks = Described.yaml("request: {query: 'id={items}'}, response: {key: /id}", 500)
                .contract()
                .asks(Described.items(keys));

        assertTrue(asks.stream().allMatch(ask -> ask.uri().toString().length() <= 500), asks::toString);
        assertTrue(asks.get(0).uri().toString().length() > 440, asks.get(0).uri()::toString);
        assertEquals(
                90,
                asks.stream().flatMap(ask -> ask.items().stream()).distinct().count());
    }

    @Test
    void shouldAskAnItemAloneWhenItsUrlIsTooLongByItself() {
        final Described small = Described.yaml("request: {query: 'id={items}'}, response: {key: /id}", 200);

        assertEquals(3, small.asks("a", "b".repeat(300), "c").size());
    }

    @Test
    void shouldAskKeysApartWhenTheResponseCouldNotTellThemApart() {
        assertEquals(
                List.of("GET /c?id=in.(1.5,2)", "GET /c?id=in.(1.50)"),
                joined.asks(new BigDecimal("1.5"), new BigDecimal("1.50"), new BigDecimal("2")));
    }

    @Test
    void shouldPutItemsIntoABodyOfAnyShapeWhenItIsATemplate() {
        final Described body = Described.yaml("request: {path: /_search, body: '{\"query\": {\"ids\": \"{items}\","
                + " \"n\": 1.50, \"x\": [null, true]}}', item: '{\"k\": [\"{1}\", \"c:{1}\"]}'}, response: {key: /id}");

        assertEquals(
                List.of("POST /_search {\"query\":{\"ids\":[{\"k\":[1,\"c:1\"]},{\"k\":[2,\"c:2\"]}],"
                        + "\"n\":1.50,\"x\":[null,true]}}"),
                body.asks(1L, 2L));
    }

    @Test
    void shouldNeverTakeDataForATemplateWhenItLooksLikeOne() {
        assertEquals(
                List.of("POST /s {\"a\":[\"{items}{1}\\\"\",\"\\\\u0041\"]}"),
                Described.yaml("request: {body: '{\"a\": \"{items}\"}', path: /s}, response: {key: /id}")
                        .asks("{items}{1}\"", "\\u0041"));
    }

    @Test
    void shouldPostABareListWhenAnEndpointTakesOne() {
        final Described list = Described.endpointYaml(
                "request: {body: '{items}', item: '{\"key\": \"{idempotencyKey}\", \"event\": \"{payload}\"}'}",
                Payload.JSON);

        assertEquals(
                List.of(
                        "POST /letters [{\"key\":\"event-7\",\"event\":{\"a\":1}},{\"key\":\"event-8\",\"event\":[2]}]"),
                list.asks("{\"a\":1}", "[2]"));
    }

    /** Only a message that was copied, or forged, has another's key. */
    @Test
    void shouldSendEventsOfEqualKeysApartWhenTheResponseTellsThemByTheKey() {
        final Described byKey = Described.endpointYaml(
                "request: {body: '{items}', item: '{\"key\": \"{idempotencyKey}\", \"event\": \"{payload}\"}'},"
                        + " response: {key: /key}",
                Payload.JSON);
        final List<RestItem> items = Stream.of("event-7", "event-7", "event-8")
                .map(key -> new RestItem(Arguments.of("{}"), 1, key))
                .toList();

        assertEquals(
                List.of(List.of(0, 2), List.of(1)),
                byKey.contract().asks(items).stream().map(HttpAsk::items).toList());
    }

    @Test
    void shouldSendTheIdempotencyKeyAsAHeaderWhenACallSendsOneEvent() {
        final Described one = Described.endpointYaml(
                "request: {body: '{payload}', headers: {Idempotency-Key: '{idempotencyKey}'}}", Payload.JSON);
        final List<HttpAsk> asks = one.contract().asks(Described.items("{\"a\":1}", "{\"b\":1}"));

        assertEquals(List.of("POST /letters {\"a\":1}", "POST /letters {\"b\":1}"), one.asks("{\"a\":1}", "{\"b\":1}"));
        assertEquals("event-8", asks.get(1).headers().get("Idempotency-Key"));
    }

    @Test
    void shouldRefuseAKeyWhenAHeaderCannotHoldIt() {
        final Described header = Described.yaml("request: {path: /c, headers: {X-Key: '{1}'}}");

        assertTrue(header.refused("a\r\nHost: b").contains("no header may have"));
        assertEquals(
                Map.of("Accept", "application/json", "X-Key", "a b"),
                header.contract().asks(Described.items("a b")).get(0).headers());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "request: {path: /s, body: '{\"a\": {items}}'}, response: {key: /id} | lookups.customer.request.body: not"
                        + " JSON: it contains something else (line 1, column 8); placeholders must be in quotes: \"{items}\"",
                "request: {path: /s, body: '{\"a\": \"{items}\"}', item: '{'}, response: {key: /id} |"
                        + " lookups.customer.request.item: not JSON: it ends too early (line 1, column 2); placeholders"
                        + " must be in quotes: \"{items}\"",
                "request: {path: /s, body: '{\"a\": \"x{items}\"}'}, response: {key: /id} | lookups.customer.request.body:"
                        + " {items} is within a longer text; it can only be a whole value",
                "request: {path: /s, body: '{\"a\": \"{items}\"}', item: '{\"i\": \"x{id}\"}'}, response: {match: id} |"
                        + " lookups.customer.request.item: {id} is within a longer text; it can only be a whole value",
                "request: {path: /s, body: '{\"{1}\": 1}'} | lookups.customer.request.body: {1} is in the name of a"
                        + " field; it can only be in a value",
            })
    void shouldNameTheKeyWhenATemplateIsNotJson(String yaml, String problem) {
        final IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> Described.yaml(yaml.replace("''", "'")));

        assertEquals(problem, e.getMessage());
    }
}
