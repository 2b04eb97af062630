package dev.sluice.service.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.config.DocumentedKeys.Part;
import dev.sluice.service.config.yaml.ConfigException;
import dev.sluice.service.config.yaml.ConfigException.Problem;
import dev.sluice.service.config.yaml.Keys.Key;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** config/sluice.schema.json is made of the readers' keys, and refuses nothing that the readers take. */
class KeysSchemaTest {

    private static final Path ROOT = Path.of("..");
    /** Where configurations are that a user may begin with. */
    private static final List<String> SAMPLES = List.of("config", "examples", "build/packages/src");

    private static final Pattern CONFIGURATION = Pattern.compile("(?m)^(databases|services):");
    private static final Pattern PART =
            Pattern.compile("^(chunk|endpoints|health|limits|lookups|name|queues|statements|services):");
    private static final Pattern TEXT_BLOCK = Pattern.compile("\"\"\"\\R(.*?)\"\"\"", Pattern.DOTALL);
    private static final Pattern YAML_BLOCK = Pattern.compile("(?m)^```yaml\\R(.*?)^```", Pattern.DOTALL);
    private static final String FIRST_LINE = "# yaml-language-server: $schema=";
    /** Where packages have what the repository has at its root. */
    private static final String INSTALLED = "/opt/sluice/";
    /** Writes the file anew instead of comparing it. */
    private static final String UPDATE = "sluice.docs.update";

    /** Values of each kind, right and wrong, as somebody may write them. */
    private static final List<String> VALUES = List.of("""
            1|0|-1|5|64|65|100|503|600|10001|4294967297|010|0x1F|1_000|+5|1.5|1e3|''|' '|~|true|false|yes|off
            'true'|'5'|a|a b|' a'|'a '|'a\u00a0'|'\u00a0'|\u00fc|TRUE|2026-11-20|1:30|0ms|1ms|5s|'5s '|5 s|5S
            1500ms|2000ms|9m|1h|1d|366d|10000d|5m30s|1.5s|-5s|99999999999999999999s|forever|Forever|hold
            fail-after 5m|fail-after  5m|fail-after|fail-after 5|'fail-after 5m '|1B|1KB|1kb|64KB|1MB|10MB|1GB
            2 MB|none|chunk|busy|Busy|json|text|GET|get|long|id|key|single|declared|transaction|each
            exactly-once|flatten|FAST_DAILY|jdbc:x|JDBC:x|jdbc|'jdbc:x?password=y'|http://h|https://h:8080/a/b
            http://u@h|'http://h?q=1'|'http://h#f'|'http://h/a#f'|ftp://h|http://|HTTP://h|http://h/ü|/|/a|/a/b
            /~0~1|/~2|a/b|//|'{1}'|'/{1}'|'{items}'|'{"a": 1}'|X-Key|X Key|Authorization|Content-Length
            'kafka:a?b=c'|'${X}'|'${X:}'|'${X:5}'|'${X:a b}'|'a${X}b'|'${NONE}'|'${'|'a${'|'${}'|'${X'|'${1}'
            '${X:${Y}'|'${X:${}'|$X|$$|'${X}$'|'${config.dir}'|'${config.dirs}'|'${file:none}'|'fail-after ${X}'
            '${X}\\n'|[]|[5]|[503]|[a]|[a, b]|[long]|[/id]|[/id, /no]|[id, 5]|['']|[~]|[[a]]|['${X}']|[declared]
            [503, /busy, e]|[-32000]|{}|{a: b}|{a: 5}|{a: long}|{X-A: b}|{'': b}|{a b: c}|{a: '${X}'}|{a: [b]}
            {a: ~}|{url: 'http://t', client: c, secret: s}|{url: 'http://t', client: c}
            """.split("[|\n]"));

    @BeforeAll
    static void update() throws IOException {
        if (Boolean.getBoolean(UPDATE)) {
            Files.writeString(ShippedSchema.FILE, KeysSchema.text());
        }
    }

    @Test
    void shouldBeWhatTheReadersSay() throws IOException {
        assertEquals(
                KeysSchema.text(),
                Files.readString(ShippedSchema.FILE),
                "config/sluice.schema.json is out of date: run 'mvn -pl gateway-service -am test -Dtest=KeysSchemaTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -D" + UPDATE + "=true'");
    }

    static Stream<Path> samples() throws IOException {
        final List<Path> samples = new ArrayList<>();
        for (final String place : SAMPLES) {
            for (final Path file : files(ROOT.resolve(place), ".yaml")) {
                if (CONFIGURATION.matcher(Files.readString(file)).find()) {
                    samples.add(file);
                }
            }
        }
        assertTrue(samples.size() > 12, samples::toString);
        return samples.stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldBeNamedInTheFirstLineOfASample(Path sample) throws IOException {
        final String line = Files.readAllLines(sample).get(0);
        assertTrue(line.startsWith(FIRST_LINE), line);
        final String named = line.substring(FIRST_LINE.length());
        final Path file = named.startsWith(INSTALLED)
                ? ROOT.resolve(named.substring(INSTALLED.length()))
                : sample.resolveSibling(named);
        assertEquals(ShippedSchema.FILE.toRealPath(), file.toRealPath());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldTakeASample(Path sample) throws IOException {
        assertEquals(List.of(), ShippedSchema.problems(Files.readString(sample)));
    }

    /** The texts in the manual and in tests that a reader takes as they are. */
    @Test
    void shouldTakeWhateverIsAConfigurationInManualOrTests() throws IOException {
        int taken = 0;
        for (final Path file : files(ROOT, ".java", ".md", ".yaml")) {
            for (final String text : texts(file)) {
                final String yaml = PART.matcher(text).find() ? Yaml.LEAST + text : text;
                if (CONFIGURATION.matcher(yaml).find() && readerProblems(yaml).isEmpty()) {
                    taken++;
                    assertEquals(List.of(), ShippedSchema.problems(yaml), () -> file + ":\n" + yaml);
                }
            }
        }
        assertTrue(taken > 40, taken + " texts");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nam: letters",
                "control: {port: 1}",
                "name: a b",
                "name: 5",
                "pauser: busi",
                "queues: {synk: chunk}",
                "queues: {sync: chunks}",
                "queues: {retention: forevr}",
                "queues: {diskReserve: 256}",
                "queues: [data]",
                "queues: {path: ''}",
                "queues: {lanes: '${SLUICE LANES}'}",
                "chunk: {limit: many}",
                "chunk: {limit: '100'}",
                "chunk: {limit: 10001}",
                "chunk: {linger: 5 minutes}",
                "chunk: {linger: 5}",
                "limits: {requestBytes: 1 MB}",
                "health: {token: secret}",
                "health: {port: 9464, adress: 127.0.0.1}",
                "lookups: {a b: {sql: x}}",
                "lookups: {a: {chunk: true}}",
                "lookups: {a: {sql: ''}}",
                "lookups: {a: {sql: x, reads: customer}}",
                "lookups: {a: {sql: x, types: [LONG]}}",
                "lookups: {a: {sql: x, writes: []}}",
                "lookups: {a: {sql: x, trust: [everything]}}",
                "lookups: {a: {sql: x, cache: {ttl: 5m}}}",
                "lookups: {a: {sql: x, service: s}}",
                "statements: {a: {sql: x, cache: {entries: 5}}}",
                "statements: {a: {}}",
                "services: {s: {url: h}}",
                "services: {s: {user: u}}",
                "services: {s: {url: 'http://h', password: p}}",
                "services: {s: {url: 'http://h', token: {url: 'http://t'}}}",
                "services: {s: {url: 'http://h', callTimeout: 1}}",
                "services: {s: {url: 'http://h'}}\nlookups: {a: {service: s, request: {method: DELETE}}}",
                "services: {s: {url: 'http://h'}}\nlookups: {a: {service: s, request: {path: a}}}",
                "services: {s: {url: 'http://h'}}\nlookups: {a: {service: s, response: {key: id}}}",
                "services: {s: {url: 'http://h'}}\nlookups: {a: {service: s, response: {columns: {b: number}}}}",
                "services: {s: {url: 'http://h'}}\nendpoints: {a: {service: s, response: {found: /a}}}",
                "services: {s: {url: 'http://h'}}\nendpoints: {a: {service: s, types: [long]}}",
                "databases: {main: {user: a}}",
                "databases: {main: {url: 'postgresql://h/d'}}",
                "databases: {main: {url: 'jdbc:x', adHoc: sometimes}}",
                "databases: {main: {url: 'jdbc:x', statementTimeout: 1500ms}}",
                "databases: {main: {url: 'jdbc:x', outage: fail-after}}",
                "databases:",
                "databases: {}\nservices: {}",
            })
    void shouldFindAMistakeThatTheReaderFinds(String mistake) {
        final String yaml = mistake.startsWith("databases") ? mistake : Yaml.LEAST + mistake;
        assertNotEquals(List.of(), readerProblems(yaml), "the reader");
        assertNotEquals(List.of(), ShippedSchema.problems(yaml), "the schema");
    }

    /** The reader finds all of them: a variable that is not set, say, or a database that there is not. */
    @Test
    void shouldFindSixOfTenMistakes() throws IOException {
        assertEquals(
                Set.of(
                        "/queues",
                        "/chunk/limit",
                        "/chunk/linger",
                        "/pauser",
                        "/databases/archive/url",
                        "/statements/last-letter"),
                ShippedSchema.problems(Files.readString(Path.of("src/test/resources/ten-mistakes.yaml"))).stream()
                        .map(problem -> problem.substring(0, problem.indexOf(':')))
                        .collect(Collectors.toSet()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "queues:\nchunk:\nlimits:\nhealth:\nservices:\nlookups:\nstatements:\nendpoints:",
                "lookups: {a: {sql: x, cache: }}",
                "services: {s: {url: 'http://h'}}\nendpoints: {e: }",
                "services: {s: {url: 'http://h'}}\nlookups: {a: {service: s, request: , response: }}",
                "services: {s: {url: 'http://h'}}\nlookups: {a: {request: {headers: }, response: {columns: }}}",
            })
    void shouldTakeASectionWhenAllOfItIsCommentedOut(String sections) {
        assertEquals(List.of(), readerProblems(Yaml.LEAST + sections), "the reader");
        assertEquals(List.of(), ShippedSchema.problems(Yaml.LEAST + sections), "the schema");
    }

    static Stream<Part> parts() {
        return DocumentedKeys.PARTS.stream();
    }

    @ParameterizedTest
    @MethodSource("parts")
    void shouldRefuseAKeyThatThereIsNot(Part part) {
        assertEquals(List.of(), ShippedSchema.problems(part.least().formatted("")), part::least);
        final String yaml = with(part, "zzzz", "a");
        assertNotEquals(List.of(), ShippedSchema.problems(yaml), yaml);
    }

    static Stream<Arguments> keys() {
        return DocumentedKeys.PARTS.stream()
                .flatMap(part ->
                        part.keys().stream().map(key -> Arguments.of(part.path() + "." + key.name(), part, key)));
    }

    /** What the reader finds wrong elsewhere, as that nothing is matched by a key, is no reason for the schema. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("keys")
    void shouldRefuseNoValueThatTheReaderTakes(String path, Part part, Key<?> key) {
        final Pattern there = Pattern.compile("(.*\\.)?" + key.name() + "([.\\[].*)?");
        int refused = 0;
        for (final String value : VALUES) {
            final String yaml = with(part, key.name(), value);
            final List<String> problems = ShippedSchema.problems(yaml);
            if (!problems.isEmpty()) {
                refused++;
                assertTrue(
                        readerProblems(yaml).stream()
                                .anyMatch(
                                        problem -> there.matcher(problem.path()).matches()
                                                || problem.text().startsWith("missing: ")),
                        () -> yaml + " is refused by the schema alone: " + problems);
            }
        }
        assertTrue(refused > 0, "nothing is asked of it");
    }

    @Test
    void shouldSayOfEachKeyWhatItsReaderSays() throws IOException {
        final String schema = KeysSchema.text();
        for (final Part part : DocumentedKeys.PARTS) {
            for (final Key<?> key : part.keys()) {
                assertTrue(schema.contains(key.describe().replace("\\", "\\\\").replace("\"", "\\\"")), key::describe);
            }
        }
    }

    /** A configuration that has nothing but what is required and that key. */
    private static String with(Part part, String key, String value) {
        final Matcher given = Pattern.compile("(.*\\b" + key + ": )('[^']*'|[a-z0-9]+)(.*)", Pattern.DOTALL)
                .matcher(part.least());
        if (given.matches()) {
            return given.group(1) + value + given.group(3).replace("%s", "");
        }
        final boolean first = part.least().contains("{%s}") || part.least().endsWith("\n%s");
        return part.least().formatted((first ? "" : ", ") + key + ": " + value);
    }

    private static List<Problem> readerProblems(String yaml) {
        try {
            GatewayConfig.parse(yaml, ROOT.resolve("config"), name -> name.equals("NONE") ? null : "5");
            return List.of();
        } catch (final ConfigException e) {
            return e.problems();
        }
    }

    private static List<String> texts(Path file) throws IOException {
        final String text = Files.readString(file);
        if (file.toString().endsWith(".yaml")) {
            return List.of(text);
        }
        final boolean java = file.toString().endsWith(".java");
        return (java ? TEXT_BLOCK : YAML_BLOCK)
                .matcher(text)
                .results()
                .filter(block -> !block.group(1).contains("\\u")) // which the compiler reads before there are texts
                .map(block -> java ? block.group(1).stripIndent().translateEscapes() : block.group(1))
                .toList();
    }

    private static List<Path> files(Path directory, String... ends) throws IOException {
        final List<Path> files = new ArrayList<>();
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path some, BasicFileAttributes attributes) {
                final String name = some.getFileName().toString();
                return name.equals("target") || name.equals(".git")
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (Stream.of(ends).anyMatch(file.toString()::endsWith)) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }
}
