package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.config.LimitsConfig;
import dev.sluice.service.rest.answer.BadReplyException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What rows are made of the values in a response: their types, and their limits. */
class ResponseRowsTest {

    private final Described many =
            Described.yaml("request: {query: 'id={1}'}, response: {key: /id, value: /v, many: true}");
    private final Described single = Described.yaml("request: {path: '/c/{1}'}");

    @Test
    void shouldKeepTheTypesOfJsonWhenNoneAreDeclared() throws BadReplyException {
        assertEquals(
                List.of("[1, -9223372036854775808, 9223372036854775808, 1.50, 1E+2, 1E-7, x, true, null]"),
                List.of(values(
                        single,
                        "{\"a\": 1, \"b\": -9223372036854775808, \"c\": 9223372036854775808, \"d\": 1.50,"
                                + " \"e\": 1e2, \"f\": 0.0000001, \"g\": \"x\", \"h\": true, \"i\": null}")));
        assertEquals(
                "[Long, Long, BigDecimal, BigDecimal, BigDecimal, BigDecimal, String, Boolean]",
                Told.rows(single.answers(
                                "{\"a\": 1, \"b\": -9223372036854775808, \"c\": 9223372036854775808, \"d\": 1.50,"
                                        + " \"e\": 1e2, \"f\": 0.0000001, \"g\": \"x\", \"h\": true}",
                                Described.items(1L)))
                        .only()
                        .toMap()
                        .values()
                        .stream()
                        .map(value -> value.getClass().getSimpleName())
                        .toList()
                        .toString());
    }

    @Test
    void shouldGiveBackHugeNumbersWithoutSpellingThemOutWhenAResponseHasThem() throws BadReplyException {
        assertEquals("[1E+999999999, 1E-999999999]", values(single, "{\"a\": 1e999999999, \"b\": 1e-999999999}"));
        assertTrue(single.badReply("1e99999999999", 1L).contains("not JSON"));
        assertTrue(single.badReply("1".repeat(2_000), 1L).contains("number is too long"));
    }

    @Test
    void shouldKeepObjectsAsJsonWhenTheyAreNotFlattened() throws BadReplyException {
        final Described json = Described.yaml("request: {path: '/c/{1}'}, response: {nested: json}");

        assertEquals(
                "[1, OtherValue[typeName=json, text={\"c\":[1.50,\"é\"]}]]",
                values(json, "{\"a\": 1, \"b\": {\"c\": [1.50, \"é\"]}}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'a.b': 1, 'a': {'b': 2}} | misfit: the response has a value that does not fit: the column 'a.b' occurs twice",
                "{'a': 1, 'A': 2}          | misfit: the response has a value that does not fit: columns differ only in upper and lower case,"
                        + " 'a' and 'A'",
                "'\\ud800'                 | misfit: the response has a value that does not fit: column 'value' is a text with half a character (an"
                        + " unpaired surrogate)",
                "['\\ud800']               | misfit: the response has a value that does not fit: column 'value' holds a text with half a character (an"
                        + " unpaired surrogate)",
            })
    void shouldDoubtAValueWhenItCannotBeARow(String body, String told) throws BadReplyException {
        assertEquals(List.of(told), single.read(body.replace('\'', '"'), 1L));
    }

    /** The parser refuses it, so no item of the response can be read. */
    @Test
    void shouldRefuseTheResponseWhenANameHoldsHalfACharacter() {
        assertThrows(BadReplyException.class, () -> single.read("{\"\\ud800\": 1}", 1L));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "long      | 5                        | 5",
                "long      | 5.0                      | 5",
                "long      | '5'                      | 5",
                "long      | 5.5                      |",
                "long      | 9223372036854775808      |",
                "long      | 1e999999999              |",
                "long      | true                     |",
                "long      | ''                       |",
                "double    | 0.1                      | 0.1",
                "double    | '0.5'                    | 0.5",
                "double    | 9007199254740992         | 9.007199254740992E15",
                "double    | 9007199254740993         |",
                "double    | 1e400                    |",
                "double    | 'NaN'                    |",
                "decimal   | 1.50                     | 1.50",
                "decimal   | '1.50'                   | 1.50",
                "decimal   | 5                        | 5",
                "decimal   | '1,50'                   |",
                "text      | 'x'                      | x",
                "text      | 5                        | 5",
                "text      | 5.5                      |",
                "text      | true                     |",
                "text      | {}                       |",
                "boolean   | false                    | false",
                "boolean   | 'false'                  |",
                "boolean   | 0                        |",
                "date      | '2026-01-02'             | 2026-01-02",
                "date      | '2026-01-02T00:00:00Z'   |",
                "date      | '2026-02-30'             |",
                "date      | 20260102                 |",
                "time      | '03:04:05.000000006'     | 03:04:05.000000006",
                "time      | '24:00'                  |",
                "timestamp | '2026-01-02T03:04:05'    | 2026-01-02T03:04:05",
                "timestamp | '2026-01-02T03:04:05Z'   |",
                "instant   | '2026-01-02T03:04:05+01:00' | 2026-01-02T02:04:05Z",
                "instant   | '2026-01-02T03:04:05'    |",
                "instant   | 1767323045               |",
                "uuid      | '00000000-0000-0001-0000-00000000000A' | 00000000-0000-0001-0000-00000000000a",
                "uuid      | '1-1-1-1-1'              |",
                "bytes     | 'AQID'                   | 3 bytes",
                "bytes     | 'A'                      |",
                "doubles   | [1, 2.5]                 | [1.0, 2.5]",
                "doubles   | []                       | []",
                "doubles   | ['1']                    |",
                "doubles   | [null]                   |",
                "doubles   | 1                        |",
                "date      | null                     | null",
            })
    void shouldConvertExactlyOrDoubtItWhenAColumnIsDeclared(String type, String value, String row)
            throws BadReplyException {
        final Described declared =
                Described.yaml("request: {path: '/c/{1}'}, response: {columns: {a.b: " + type + "}}");

        assertEquals(
                List.of(
                        row == null
                                ? "misfit: the response has a value that does not fit: column 'a.b' is no " + type
                                : "found [{a.b=" + row + ", c=1}]"),
                declared.read(("{'a': {'b': " + value + "}, 'c': 1}").replace('\'', '"'), 1L));
    }

    @Test
    void shouldGiveNullWhenADeclaredColumnIsAbsent() throws BadReplyException {
        final Described declared =
                Described.yaml("request: {path: '/c/{1}'}, response: {columns: {born: date, premium: decimal}}");

        assertEquals(
                List.of("found [{name=x, premium=1, born=null}]"),
                declared.read("{\"name\": \"x\", \"premium\": 1}", 1L));
        assertEquals(List.of("found [{born=null, premium=null}]"), declared.read("{}", 1L));
        assertTrue(declared.read("{\"Born\": null}", 1L).get(0).startsWith("misfit"));
    }

    @Test
    void shouldFailAnItemWhenItsResultIsLargerThanTheLimits() throws BadReplyException {
        final Described small = Described.lookup(
                Described.contract("request: {query: 'id={1}'}, response: {key: /id, value: /v, many: true}"),
                2_000,
                new LimitsConfig(1 << 20, 2, 100, 3));

        assertEquals(
                List.of(
                        "found [{value=1}, {value=2}]",
                        "failed TOO_LARGE : lookup 'customer' of service 'crm' answers with more than 2 rows, the most"
                                + " that limits.resultRows allows: request less, or raise this limit",
                        "failed TOO_LARGE : lookup 'customer' of service 'crm' answers with more than 100 bytes, the most"
                                + " that limits.resultBytes allows: request less, or raise this limit"),
                small.read(
                        "[{\"id\": 1, \"v\": [1, 2]}, {\"id\": 2, \"v\": [1, 2, 3]}, {\"id\": 3, \"v\": \""
                                + "x".repeat(100) + "\"}]",
                        1L,
                        2L,
                        3L));
    }

    @Test
    void shouldStopAtTheLimitWhenRowsHaveManyColumnsEach() throws BadReplyException {
        final StringBuilder rows = new StringBuilder("[");
        for (int i = 0; i < 1_000; i++) {
            rows.append(i == 0 ? "" : ",").append("{\"id\": 1, \"v\": {");
            for (int column = 0; column < 100; column++) {
                rows.append(column == 0 ? "" : ",")
                        .append("\"c")
                        .append(i * 100 + column)
                        .append("\":1");
            }
            rows.append("}}");
        }

        assertTrue(many.read(rows.append("]").toString(), 1L).get(0).startsWith("failed TOO_LARGE"));
    }

    private static String values(Described described, String body) throws BadReplyException {
        return Told.rows(described.answers(body, Described.items(1L)))
                .only()
                .toMap()
                .values()
                .toString();
    }
}
