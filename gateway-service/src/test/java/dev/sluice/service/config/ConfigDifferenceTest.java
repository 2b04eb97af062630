package dev.sluice.service.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.config.ConfigFile.Content;
import dev.sluice.service.config.GatewayConfig.DeclarationReview;
import dev.sluice.service.config.yaml.Keys.Key;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ConfigDifferenceTest {

    private static final Pattern RANGE = Pattern.compile(" from (\\S+) to ([^\\s,]+)");
    private static final String CONTROLLED = "databases: {d: {url: 'jdbc:hsqldb:mem:x'}}\nhealth: {port: 1}\n"
            + "control: {token: 0123456789abcdef, %s}";
    private static final String TWO_DATABASES =
            "databases: {one: {url: 'jdbc:hsqldb:mem:x'}, two: {url: 'jdbc:hsqldb:mem:y'}}\n";
    private static final String TOKEN = "services: {s: {url: 'http://h', token: {%s}}}";
    private static final String ASKED =
            "services: {s: {url: 'http://h'}}\nlookups: {l: {service: s, response: {key: /id}," + " request: {%s}}}";

    /** Configurations for keys that need others; KEY stands for the key with its value. */
    private static final Map<String, String> WHERE = Map.ofEntries(
            Map.entry("health.address", "databases: {d: {url: 'jdbc:hsqldb:mem:x'}}\nhealth: {port: 1, token: t, KEY}"),
            Map.entry("health.token", "databases: {d: {url: 'jdbc:hsqldb:mem:x'}}\nhealth: {port: 1, KEY}"),
            Map.entry("control.token", CONTROLLED.formatted("KEY").replace("token: 0123456789abcdef, ", "")),
            Map.entry("control.audit", CONTROLLED.formatted("KEY")),
            Map.entry("control.hosts", CONTROLLED.formatted("KEY")),
            Map.entry("databases.d.url", "databases: {d: {KEY}}"),
            Map.entry("databases.d.backoff", "databases: {d: {url: 'jdbc:hsqldb:mem:x', maxBackoff: 1h, KEY}}"),
            Map.entry("databases.d.maxBackoff", "databases: {d: {url: 'jdbc:hsqldb:mem:x', backoff: 1ms, KEY}}"),
            Map.entry("services.s.url", "services: {s: {KEY}}"),
            Map.entry("services.s.backoff", "services: {s: {url: 'http://h', maxBackoff: 1h, KEY}}"),
            Map.entry("services.s.maxBackoff", "services: {s: {url: 'http://h', backoff: 1ms, KEY}}"),
            Map.entry("services.s.responseTimeout", "services: {s: {url: 'http://h', callTimeout: 1h, KEY}}"),
            Map.entry("services.s.callTimeout", "services: {s: {url: 'http://h', responseTimeout: 10ms, KEY}}"),
            Map.entry("services.s.password", "services: {s: {url: 'http://h', user: u, KEY}}"),
            Map.entry("services.s.apiKeyHeader", "services: {s: {url: 'http://h', apiKey: k, KEY}}"),
            Map.entry("services.s.keyStorePassword", "services: {s: {url: 'http://h', keyStore: one, KEY}}"),
            Map.entry("services.s.trustStorePassword", "services: {s: {url: 'http://h', trustStore: one, KEY}}"),
            Map.entry("services.s.token.url", TOKEN.formatted("client: c, secret: s, KEY")),
            Map.entry("services.s.token.client", TOKEN.formatted("url: 'http://t', secret: s, KEY")),
            Map.entry("services.s.token.secret", TOKEN.formatted("url: 'http://t', client: c, KEY")),
            Map.entry("lookups.l.database", TWO_DATABASES + "lookups: {l: {sql: 'VALUES (?)', KEY}}"),
            Map.entry("lookups.l.sql", "databases: {d: {url: 'jdbc:hsqldb:mem:x'}}\nlookups: {l: {KEY}}"),
            Map.entry(
                    "lookups.l.trust",
                    "databases: {d: {url: 'jdbc:hsqldb:mem:x'}}\nlookups: {l: {sql: s, reads: [t], KEY}}"),
            Map.entry(
                    "lookups.l.service",
                    "services: {one: {url: 'http://h'}, two: {url: 'http://i'}}\nlookups: {l: {KEY}}"),
            Map.entry(
                    "lookups.l.cache.entries",
                    "databases: {d: {url: 'jdbc:hsqldb:mem:x'}}\nlookups: {l: {sql: s, cache: {KEY}}}"),
            Map.entry("statements.l.database", TWO_DATABASES + "statements: {l: {sql: s, KEY}}"),
            Map.entry("statements.l.sql", "databases: {d: {url: 'jdbc:hsqldb:mem:x'}}\nstatements: {l: {KEY}}"),
            Map.entry(
                    "statements.l.trust",
                    "databases: {d: {url: 'jdbc:hsqldb:mem:x'}}\nstatements: {l: {sql: s, reads: [t], KEY}}"),
            Map.entry(
                    "endpoints.e.service",
                    "services: {one: {url: 'http://h'}, two: {url: 'http://i'}}\nendpoints: {e: {KEY}}"),
            Map.entry("lookups.l.request.method", ASKED.formatted("body: '{items}', KEY")),
            Map.entry("lookups.l.request.path", ASKED.formatted("query: 'id={1}', KEY")),
            Map.entry("lookups.l.request.query", ASKED.formatted("path: '/{1}', KEY")),
            Map.entry("lookups.l.request.body", ASKED.formatted("KEY")),
            Map.entry("lookups.l.request.item", ASKED.formatted("body: '{\"ids\": \"{items}\"}', KEY")),
            Map.entry("lookups.l.request.separator", ASKED.formatted("query: 'id={items}', KEY")),
            Map.entry("lookups.l.request.quoted", ASKED.formatted("query: 'id={items}', KEY")),
            Map.entry("lookups.l.request.escapes", ASKED.formatted("query: 'id={items}', quoted: true, KEY")),
            Map.entry(
                    "lookups.l.response.key",
                    "services: {s: {url: 'http://h'}}\nlookups: {l: {service: s, response: {match: key, KEY}}}"));

    /** Two values of keys that take not just any. */
    private static final Map<String, List<String>> VALUES = Map.ofEntries(
            Map.entry("health.address", List.of("h1", "h2")),
            Map.entry("control.token", List.of("0123456789abcdef", "0123456789abcdeg")),
            Map.entry("databases.d.url", List.of("'jdbc:hsqldb:mem:1'", "'jdbc:hsqldb:mem:2'")),
            Map.entry("services.s.url", List.of("'http://h1'", "'http://h2'")),
            Map.entry("services.s.token.url", List.of("'http://h1'", "'http://h2'")),
            Map.entry("lookups.l.trust", List.of("[]", "[declared]")),
            Map.entry("statements.l.trust", List.of("[transaction]", "[transaction, declared]")),
            Map.entry("lookups.l.request.method", List.of("POST", "PUT")),
            Map.entry("lookups.l.request.path", List.of("/one", "/two")),
            Map.entry("lookups.l.request.body", List.of("'[\"{items}\"]'", "'{\"a\": \"{items}\"}'")),
            Map.entry("lookups.l.request.item", List.of("'{\"a\": \"{key}\"}'", "'{\"b\": \"{key}\"}'")),
            Map.entry("lookups.l.request.headers", List.of("{X-A: '1'}", "{X-A: '2'}")),
            Map.entry("lookups.l.response.columns", List.of("{a: long}", "{a: double}")),
            Map.entry("lookups.l.response.match", List.of("id", "single")));

    @TempDir
    private Path directory;

    static Stream<Arguments> keys() {
        return DocumentedKeys.PARTS.stream()
                .flatMap(part -> part.keys().stream().map(key -> Arguments.of(path(part) + key.name(), part, key)));
    }

    private static String path(DocumentedKeys.Part part) {
        final String name = Map.of("databases", "d", "services", "s", "endpoints", "e")
                .getOrDefault(part.path().split("\\.")[0], "l");
        return part.path().isEmpty() ? "" : part.path().replace("NAME", name) + ".";
    }

    private Content read(String yaml) throws IOException {
        return read(yaml, Map.of());
    }

    private Content read(String yaml, Map<String, String> env) throws IOException {
        Files.writeString(directory.resolve("one"), "one");
        Files.writeString(directory.resolve("two"), "two");
        final Path file = Files.writeString(directory.resolve("gateway.yaml"), yaml);
        return new ConfigFile(file, env::get, DeclarationReview.NONE).read();
    }

    private static ConfigDifference between(Content one, Content two) {
        return ConfigDifference.between(one.values(), two.values());
    }

    private List<String> differences(String one, String two) throws IOException {
        return words(between(read(one), read(two)));
    }

    private static List<String> words(ConfigDifference difference) {
        return difference.keys().stream().map(Object::toString).toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("keys")
    void shouldSeeThatAKeyDiffersWhenItDoes(String path, DocumentedKeys.Part part, Key<?> key) throws IOException {
        final List<String> values = VALUES.getOrDefault(path, values(key));
        final String one = with(path, part, key, values.get(0));
        final String two = with(path, part, key, values.get(1));
        assertEquals(List.of(), differences(one, one), one);
        final List<ConfigDifference.Key> keys = between(read(one), read(two)).keys();
        assertTrue(
                keys.stream().anyMatch(its -> its.path().startsWith(path) && its.whileItRuns() == key.whileItRuns()),
                () -> keys + " between " + one + " and " + two);
        final boolean tells = keys.stream().map(Object::toString).anyMatch(its -> its.contains(values.get(1)));
        assertFalse(key.format().secret() && tells, keys::toString);
    }

    /** Two values of the key, neither of them its default. */
    private static List<String> values(Key<?> key) {
        final Matcher range = RANGE.matcher(key.format().expects());
        final List<String> choices = key.format().choices().stream()
                .filter(choice ->
                        !choice.equals("none") || !key.format().expects().contains("JSON pointer"))
                .toList();
        final List<String> values;
        if (key.format().expects().equals("true or false")) {
            values = List.of("true", "false");
        } else if (key.format().expects().startsWith("hold")) {
            values = List.of("fail-after 1m", "fail-after 2m");
        } else if (range.find()) {
            values = List.of(range.group(1), range.group(2));
        } else if (choices.size() > 1) {
            values = choices.subList(0, 2);
        } else if (key.format().expects().contains("JSON pointer")) {
            values = List.of("/one", "/two");
        } else {
            values = List.of("one", "two");
        }
        return key.list() ? values.stream().map(value -> "[" + value + "]").toList() : values;
    }

    private static String with(String path, DocumentedKeys.Part part, Key<?> key, String value) {
        final String written = key.name() + ": " + value;
        if (WHERE.containsKey(path)) {
            return WHERE.get(path).replace("KEY", written);
        }
        final boolean first = part.least().contains("{%s}") || part.least().endsWith("\n%s");
        return part.least().formatted((first ? "" : ", ") + written);
    }

    /** Each of them with a test that sees what it changes: in ReloadTest, and the pauses in OutageTest of the core. */
    @Test
    void shouldMarkTheKeysThatARunningGatewayTakes() {
        assertEquals(
                List.of(
                        "queues.retention",
                        "chunk.linger",
                        "databases.d.backoff",
                        "databases.d.maxBackoff",
                        "databases.d.outage",
                        "databases.d.callsPerSecond",
                        "services.s.backoff",
                        "services.s.maxBackoff",
                        "services.s.outage",
                        "services.s.callsPerSecond"),
                keys().filter(key -> ((Key<?>) key.get()[2]).whileItRuns())
                        .map(key -> key.get()[0])
                        .toList());
    }

    @Test
    void shouldFindNoneInCommentsOrderAndOtherWaysToWriteAValue() throws IOException {
        assertEquals(List.of(), differences("""
                        chunk: {limit: 100, linger: 1s}
                        databases:
                          main: {url: 'jdbc:hsqldb:mem:x', retries: 3}
                        services: {crm: {url: 'http://h'}}
                        lookups:
                          a: {sql: 'VALUES (?)', reads: [s, T], trust: declared}
                          b: {sql: 'VALUES (?)', cache: {entries: 9}}
                          c: {request: {path: /c}, response: {notFoundErrors: [gone, none], notFoundStatuses: [404, 410]}}
                        """, """
                        lookups:
                          b: {cache: {notFoundTtl: 300s, entries: 9}, sql: 'VALUES (?)'} # kept for as long
                          c: {request: {path: /c}, response: {notFoundStatuses: [410, 404], notFoundErrors: [none, gone]}}
                          a: {sql: 'VALUES (?)', trust: [declared], reads: [t, s], database: main}
                        databases:
                          main: {url: 'jdbc:hsqldb:mem:x'}
                        services: {crm: {url: 'http://h'}}
                        queues: {path: ./data/../data/queues}
                        chunk: {linger: 1000ms}
                        """));
    }

    @Test
    void shouldSayHowEachKeyDiffersAndWhetherARunningGatewayTakesIt() throws IOException {
        final ConfigDifference difference = between(read("""
                        chunk: {linger: 5ms}
                        databases:
                          main: {url: 'jdbc:hsqldb:mem:x', password: first}
                          old: {url: 'jdbc:hsqldb:mem:y'}
                        lookups:
                          a: {database: main, sql: 'VALUES (?)'}
                        """), read("""
                        chunk: {limit: 7}
                        databases:
                          main: {url: 'jdbc:hsqldb:mem:x', password: second, callsPerSecond: 9}
                          new: {url: 'jdbc:hsqldb:mem:z'}
                        lookups:
                          a: {database: new, sql: 'VALUES (?)'}
                        """));
        assertEquals(
                "chunk.linger from 5ms to 0ms; databases.main.callsPerSecond from what it is when left out to 9",
                difference.words(true));
        assertEquals(
                "chunk.limit from 100 to 7; databases.main.password differs; databases.new is new; databases.old is gone;"
                        + " lookups.a.database from main to new",
                difference.words(false));
        assertFalse(difference.whileItRuns());
    }

    @Test
    void shouldTellNothingThatCameFromOutside() throws IOException {
        final String yaml = "name: ${NAME}\ndatabases: {d: {url: 'jdbc:hsqldb:mem:x', user: '${file:user}'}}";
        Files.writeString(directory.resolve("user"), "hush");
        final Content one = read(yaml, Map.of("NAME", "secret1"));
        Files.writeString(directory.resolve("user"), "hush2");
        final Content two = read(yaml, Map.of("NAME", "secret2"));
        assertEquals(List.of("databases.d.user differs", "name differs"), words(between(one, two)));
        assertFalse(
                two.toString().contains("secret1") || one.values().toString().contains("hush"), two.toString());
    }

    @Test
    void shouldFindNoneInATokenThatTheGatewayReadsAgainByItself() throws IOException {
        final String yaml = "services: {s: {url: 'http://h', token: '${file:token}'}}";
        Files.writeString(directory.resolve("token"), "first");
        final Content one = read(yaml);
        Files.writeString(directory.resolve("token"), "second");
        assertEquals(List.of(), words(between(one, read(yaml))));
        Files.writeString(directory.resolve("token2"), "second");
        assertEquals(List.of("services.s.token differs"), words(between(one, read(yaml.replace("token}", "token2}")))));
    }

    @Test
    void shouldSeeWhatIsInTheFilesOfAllowedSql() throws IOException {
        final String yaml = "databases: {d: {url: 'jdbc:hsqldb:mem:x', adHoc: [allowed.sql]}}";
        Files.writeString(directory.resolve("allowed.sql"), "SELECT 1\n;\n");
        final Content one = read(yaml);
        Files.writeString(directory.resolve("allowed.sql"), "SELECT 2\n;\n");
        assertEquals(List.of("databases.d.adHoc differs"), words(between(one, read(yaml))));
    }
}
