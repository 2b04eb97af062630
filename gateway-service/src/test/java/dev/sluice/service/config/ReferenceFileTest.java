package dev.sluice.service.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The comments of config/gateway.yaml are the keys' own descriptions, wrapped. */
class ReferenceFileTest {

    private static final Path FILE = Path.of("../config/gateway.yaml");

    static Stream<Arguments> keys() {
        return Stream.of(
                        Map.entry("", GatewayConfig.KEYS),
                        Map.entry("queues.", QueuesConfig.KEYS),
                        Map.entry("chunk.", ChunkConfig.KEYS),
                        Map.entry("limits.", LimitsConfig.KEYS),
                        Map.entry("databases.", DatabaseConfig.KEYS),
                        Map.entry("lookups.", LookupConfig.KEYS),
                        Map.entry("lookups.", CacheConfig.KEYS),
                        Map.entry("statements.", List.<Key<?>>of(DeclarationKeys.WRITES)))
                .flatMap(section -> section.getValue().stream()
                        .map(key -> Arguments.of(section.getKey() + key.name(), key.describe())));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("keys")
    void shouldExplainAKeyInItsOwnWordsWhenItFirstOccurs(String path, String description) throws IOException {
        assertEquals(description, comments().get(path));
    }

    /** What the comment lines directly above each key say, by section and key, for the first time it occurs. */
    private static Map<String, String> comments() throws IOException {
        final Map<String, String> comments = new LinkedHashMap<>();
        String section = "";
        String comment = "";
        for (final String line : Files.readAllLines(FILE)) {
            final String text = line.strip();
            if (text.startsWith("#")) {
                comment = (comment + " " + text.substring(1).strip()).strip();
                continue;
            }
            if (text.contains(":")) {
                final String key = text.substring(0, text.indexOf(':'));
                section = line.startsWith(" ") ? section : key + ".";
                comments.putIfAbsent(line.startsWith(" ") ? section + key : key, comment);
            }
            comment = "";
        }
        return comments;
    }
}
