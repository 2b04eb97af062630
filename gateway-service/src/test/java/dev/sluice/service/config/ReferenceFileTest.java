package dev.sluice.service.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.service.config.yaml.Keys.Key;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The comments of config/gateway.yaml and config/rest.yaml are the keys' own descriptions, wrapped. */
class ReferenceFileTest {

    private static final Path FILE = Path.of("../config/gateway.yaml");
    private static final Path REST_FILE = Path.of("../config/rest.yaml");
    /** A key, perhaps switched off by a '#' directly before it. */
    private static final Pattern KEY = Pattern.compile("( *)#?([A-Za-z][A-Za-z-]*):(.*)");

    static Stream<Arguments> keys() {
        return descriptions(Stream.of(
                Map.entry("", GatewayConfig.KEYS),
                Map.entry("queues.", QueuesConfig.KEYS),
                Map.entry("chunk.", ChunkConfig.KEYS),
                Map.entry("limits.", LimitsConfig.KEYS),
                Map.entry("health.", HealthConfig.KEYS),
                Map.entry("databases.", DatabaseConfig.KEYS),
                Map.entry("lookups.", Declaration.LOOKUP_KEYS),
                Map.entry("lookups.", CacheConfig.KEYS),
                Map.entry("statements.", List.<Key<?>>of(Declaration.WRITES))));
    }

    static Stream<Arguments> restKeys() {
        return descriptions(Stream.of(
                Map.entry("services.", ServiceConfig.KEYS),
                Map.entry("lookups.", RestDeclaration.LOOKUP_KEYS),
                Map.entry("lookups.", CacheConfig.KEYS),
                Map.entry("lookups.request.", AskReader.KEYS),
                Map.entry("lookups.response.", AnswerReader.KEYS),
                Map.entry("endpoints.", RestDeclaration.ENDPOINT_KEYS.subList(1, 4))));
    }

    private static Stream<Arguments> descriptions(Stream<Map.Entry<String, List<Key<?>>>> sections) {
        return sections.flatMap(section ->
                section.getValue().stream().map(key -> Arguments.of(section.getKey() + key.name(), key.describe())));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("keys")
    void shouldExplainAKeyInItsOwnWordsWhenItFirstOccurs(String path, String description) throws IOException {
        assertEquals(description, comments(FILE).get(path));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("restKeys")
    void shouldExplainAKeyOfServicesInItsOwnWordsWhenItFirstOccurs(String path, String description) throws IOException {
        assertEquals(description, comments(REST_FILE).get(path));
    }

    /** What the comment lines directly above each key say, by section and key, for the first time it occurs. */
    private static Map<String, String> comments(Path file) throws IOException {
        final Map<String, String> comments = new LinkedHashMap<>();
        String section = "";
        String part = "";
        int partIndent = 0;
        String comment = "";
        for (final String line : Files.readAllLines(file)) {
            final Matcher key = KEY.matcher(line);
            if (!key.matches()) {
                final String text = line.strip();
                comment = text.startsWith("#")
                        ? (comment + " " + text.substring(1).strip()).strip()
                        : "";
                continue;
            }
            final int indent = key.group(1).length();
            part = indent <= partIndent ? "" : part;
            section = indent == 0 ? "" : section;
            comments.putIfAbsent(section + part + key.group(2), comment);
            if (indent == 0) {
                section = key.group(2) + ".";
            } else if (key.group(2).equals("request") || key.group(2).equals("response")) {
                part = key.group(2) + ".";
                partIndent = indent;
            }
            comment = "";
        }
        return comments;
    }
}
