package dev.sluice.service.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.config.yaml.ConfigException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is wrong is said with its place, its path and what to do. */
class ProblemsTest {

    @Test
    void shouldReportEverythingTogetherWhenMuchIsWrong() {
        final ConfigException e = assertThrows(ConfigException.class, () -> Yaml.parse("""
                        nam: letters
                        chunk:
                          limit: 0
                          linger: soon
                        databases:
                          main:
                            user: batch
                        lookups:
                          customer:
                            databse: main
                            sql: SELECT 1
                            types: [long, nul]
                        """));

        assertEquals("""
                6 problems in the configuration:
                  1:1 nam: unknown key, did you mean 'name'?
                  3:10 chunk.limit: expected a whole number from 1 to 10000, found the number '0'
                  4:11 chunk.linger: expected a duration from 0ms to 10s, found the text 'soon'
                  6:3 databases.main.url: missing: a URL that starts with 'jdbc:' and holds no password \
                (there is a key for it)
                  10:5 lookups.customer.databse: unknown key, did you mean 'database'?
                  12:19 lookups.customer.types[1]: expected one of boolean, long, double, decimal, \
                text, bytes, date, time, timestamp, instant, uuid, doubles, found the text 'nul'""", e.getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "name: 5                   | 4:7 name: expected a name of at most 64 letters, digits, '_', '.' and '-',"
                        + " found the number '5'; put it in quotes",
                "name: off                 | 4:7 name: expected a name of at most 64 letters, digits, '_', '.' and '-',"
                        + " found the flag 'off'; put it in quotes",
                "name: 2026-11-20          | 4:7 name: expected a name of at most 64 letters, digits, '_', '.' and '-',"
                        + " found the date '2026-11-20'; put it in quotes",
                "name: a b                 | 4:7 name: expected a name of at most 64 letters, digits, '_', '.' and '-',"
                        + " found the text 'a b'",
                "chunk: {limit: '5'}       | 4:16 chunk.limit: expected a whole number from 1 to 10000,"
                        + " found the text '5'; write it without quotes",
                "chunk: {limit: many}      | 4:16 chunk.limit: expected a whole number from 1 to 10000,"
                        + " found the text 'many'",
                "chunk: {limit: 1.5}       | 4:16 chunk.limit: expected a whole number from 1 to 10000,"
                        + " found the number '1.5'",
                "chunk: {limit: 010}       | 4:16 chunk.limit: expected a whole number from 1 to 10000,"
                        + " found the number '010'",
                "chunk: {limit: [5]}       | 4:16 chunk.limit: expected a whole number from 1 to 10000, found a list",
                "chunk: {limit: }          | 4:15 chunk.limit: expected a whole number from 1 to 10000, found nothing",
                "chunk: {limit: 10001}     | 4:16 chunk.limit: expected a whole number from 1 to 10000,"
                        + " found the number '10001'",
                "chunk: {limit: 4294967297}| 4:16 chunk.limit: expected a whole number from 1 to 10000,"
                        + " found the number '4294967297'",
                "chunk: {callsInFlight: 65}| 4:24 chunk.callsInFlight: expected a whole number from 1 to 64,"
                        + " found the number '65'",
                "chunk: {linger: 11s}      | 4:17 chunk.linger: expected a duration from 0ms to 10s,"
                        + " found the text '11s'",
                "chunk: {linger: 5}        | 4:17 chunk.linger: expected a duration from 0ms to 10s,"
                        + " found the number '5'",
                "chunk: 100                | 4:8 chunk: expected keys and values, found the number '100'",
                "limits: {requestBytes: 1} | 4:24 limits.requestBytes: expected a size from 1KB to 15MB,"
                        + " found the number '1'",
                "limits: {resultBytes: 1GB}| 4:23 limits.resultBytes: expected a size from 1KB to 15MB,"
                        + " found the text '1GB'",
                "queues: {sync: chunks}    | 4:16 queues.sync: expected one of none, chunk,"
                        + " found the text 'chunks', did you mean 'chunk'?",
                "pauser: busi              | 4:9 pauser: expected one of busy, balanced, sleepy,"
                        + " found the text 'busi', did you mean 'busy'?",
                "queues: {retention: forevr}| 4:21 queues.retention: expected a duration from 1s to 3650d, or forever,"
                        + " found the text 'forevr', did you mean 'forever'?",
                "queues: {retention: 0s}   | 4:21 queues.retention: expected a duration from 1s to 3650d, or forever,"
                        + " found the text '0s'",
                "queues: {path: ''}        | 4:16 queues.path: expected a path, found the text ''",
                "queues: {Sync: none}      | 4:10 queues.Sync: unknown key, did you mean 'sync'?",
                "nothing-near: 1           | 4:1 nothing-near: unknown key",
                "? [a]                     | 4:3 expected a key, found a list",
            })
    void shouldSayWhatItFoundWhenAValueIsWrong(String line, String problem) {
        assertEquals(List.of(problem), Yaml.problems(Yaml.LEAST + line));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "adHoc: yes              | 4:12 databases.main.adHoc: expected true or false, found the flag 'yes'",
                "snapshot: 'true'        | 4:15 databases.main.snapshot: expected true or false,"
                        + " found the text 'true'; write it without quotes",
                "retries: 0              | 4:14 databases.main.retries: expected a whole number from 1 to 100,"
                        + " found the number '0'",
                "statementTimeout: 1500ms| 4:23 databases.main.statementTimeout: expected whole seconds from 1s to 1d,"
                        + " found the text '1500ms'",
                "maxBackoff: 50ms        | 4:17 databases.main.maxBackoff: expected at least backoff, which is 100ms,"
                        + " found 50ms",
                "backoff: 11s            | 2:3 databases.main.maxBackoff: expected at least backoff, which is 11s,"
                        + " found 10s",
                "url: 'jdbc:x'           | 4:5 databases.main.url: duplicate key, already in line 3",
                "user:                   | 4:10 databases.main.user: expected a text,"
                        + " found nothing; write `\"\"` for an empty text",
            })
    void shouldSayWhatItFoundWhenADatabaseIsWrong(String line, String problem) {
        assertEquals(List.of(problem.replace("`", "")), Yaml.problems(Yaml.LEAST + "    " + line));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "sql: ''                         | 6:10 lookups.customer.sql: expected a text that is not empty,"
                        + " found the text ''",
                "chunk: true                     | 5:3 lookups.customer.sql: missing: a text that is not empty",
                "{sql: x, reads: customer}       | 6:21 lookups.customer.reads: expected a list, such as [a, b] or [],"
                        + " found the text 'customer'",
                "{sql: x, reads: [customer, 5]}  | 6:32 lookups.customer.reads[1]: expected a table's name,"
                        + " found the number '5'; put it in quotes",
                "{sql: x, types: [LONG]}         | 6:22 lookups.customer.types[0]: expected one of boolean, long,"
                        + " double, decimal, text, bytes, date, time, timestamp, instant, uuid, doubles,"
                        + " found the text 'LONG',"
                        + " did you mean 'long'?",
                "{sql: x, types: [other]}        | 6:22 lookups.customer.types[0]: expected one of boolean, long,"
                        + " double, decimal, text, bytes, date, time, timestamp, instant, uuid, doubles,"
                        + " found the text 'other'",
                "{sql: x, writes: []}            | 6:14 lookups.customer.writes: a lookup only reads; declare SQL that"
                        + " writes under statements",
                "{sql: x, trust: transaction}    | 6:21 lookups.customer.trust: a lookup only reads; the value"
                        + " 'transaction' is for statements that write",
                "{sql: x, trust: declared}       | 6:21 lookups.customer.trust: 'declared' needs declared tables: list"
                        + " them under reads",
                "{sql: x, database: mian}        | 6:24 lookups.customer.database: there is no database 'mian',"
                        + " did you mean 'main'?",
                "{sql: x, database: man}         | 6:24 lookups.customer.database: there is no database 'man',"
                        + " did you mean 'main'?",
            })
    void shouldSayWhatItFoundWhenALookupIsWrong(String line, String problem) {
        assertEquals(List.of(problem), Yaml.problems(Yaml.LEAST + "lookups:\n  customer:\n    " + line));
    }

    @Test
    void shouldAskForADatabaseWhenThereAreSeveral() {
        assertEquals(
                List.of("4:3 statements.a.database: missing: there are several databases; name one of x, y"),
                Yaml.problems("databases:\n  {x: {url: 'jdbc:a'}, y: {url: 'jdbc:b'}}\nstatements:\n  a: {sql: x}"));
    }

    @Test
    void shouldNameTheRightFormOfAUrlOfPostgreSqlBesideOtherMistakes() {
        assertEquals(
                List.of(
                        "1:1 nam: unknown key, did you mean 'name'?",
                        "3:13 databases.x.url: no driver takes 'jdbc:postgres:': PostgreSQL's URL starts with"
                                + " 'jdbc:postgresql:'"),
                Yaml.problems("nam: gw\ndatabases:\n  {x: {url: 'jdbc:postgres://db/x'}}"));
    }

    @Test
    void shouldRefuseASecondDatabaseWhenBothAllowAdHocSql() {
        assertEquals(
                List.of("3:29 databases.y.adHoc: only one database may allow ad hoc SQL, and 'x' does already"),
                Yaml.problems("databases:\n  x: {url: 'jdbc:a', adHoc: true}\n  y: {url: 'jdbc:b', adHoc: true}"));
    }

    @Test
    void shouldRefuseAStatementWhenALookupHasItsName() {
        assertEquals(
                List.of("5:15 statements.a: a lookup has the same name, in line 4; logs and metrics need different"
                        + " names"),
                Yaml.problems(Yaml.LEAST + "lookups: {a: {sql: x}}\nstatements: { a: {sql: x}}"));
    }

    @Test
    void shouldRefuseANameWhenItCannotStandInALogLine() {
        assertEquals(
                List.of("4:11 lookups.a b: expected a name of at most 64 letters, digits, '_', '.' and '-',"
                        + " found 'a b'"),
                Yaml.problems(Yaml.LEAST + "lookups: {a b: {sql: x}}"));
    }

    @Test
    void shouldRefuseAScriptWhenItIsNotThere() {
        final List<String> problems = Yaml.problems(Yaml.LEAST + "    init: no/such.sql");

        assertTrue(
                problems.get(0).startsWith("4:11 databases.main.init: cannot read the script, looked for /"),
                problems::toString);
        assertTrue(problems.get(0).endsWith("/base/no/such.sql"), problems::toString);
    }

    @ParameterizedTest
    @CsvSource({"''", "'# all of it commented out'", "'databases:'", "'databases: {}'"})
    void shouldAskForADatabaseWhenThereIsNone(String yaml) {
        assertEquals(
                List.of("1:1 databases: missing: at least one database, or one service under services"),
                Yaml.problems(yaml));
    }

    @Test
    void shouldReportADuplicateWhenASectionStandsTwice() {
        assertEquals(
                List.of("4:1 databases: duplicate key, already in line 1"),
                Yaml.problems(Yaml.LEAST + "databases: {}"));
    }

    @Test
    void shouldGiveThePlaceWhenItIsNoYaml() {
        assertEquals(
                "4:8 not valid YAML: mapping values are not allowed here",
                Yaml.problems(Yaml.LEAST + "name: a: b").get(0).split(";")[0]);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "name: a\n  pauser: busy",
                "chunk:\n    limit: 5\n  linger: 1ms",
                "chunk:\n  limit: 5\n linger: 1ms",
                "chunk:\n  limit: 5\n   linger: 1ms",
                "lookups:\n- one:\n    sql: x\n  two: y\n   three: z",
                "chunk\n  limit: 5"
            })
    void shouldPointToTheIndentationWhenThatIsWrong(String yaml) {
        final String problem = Yaml.problems(Yaml.LEAST + yaml).get(0);
        assertTrue(problem.contains("; look at the indentation of this line and of those before it"), problem);
    }

    @Test
    void shouldAskForSpacesWhenALineIsIndentedWithATab() {
        final String problem = Yaml.problems(Yaml.LEAST + "chunk:\n\tlimit: 5").get(0);
        assertTrue(problem.endsWith("; indent with spaces: a tab is not allowed there"), problem);
    }

    @ParameterizedTest
    @ValueSource(strings = {"name: a: b", "name: *b", "name: @b", "name: %b", "name: `b"})
    void shouldPointToTheQuotesWhenTheyAreMissing(String yaml) {
        final String problem = Yaml.problems(Yaml.LEAST + yaml).get(0);
        assertTrue(problem.contains("; quote values that begin with * & ! % @ ` or hold ': '"), problem);
    }

    @Test
    void shouldRefuseASecondDocumentWhenTheFileHasTwo() {
        assertEquals(
                "4:1 not valid YAML: expected a single document in the stream: but found another document",
                Yaml.problems(Yaml.LEAST + "---\nname: b").get(0).split(";")[0]);
    }
}
