package dev.sluice.service.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.service.config.yaml.ConfigException;
import dev.sluice.service.config.yaml.ConfigException.Problem;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Configurations as texts, for tests. */
final class Yaml {

    /** The least that is a configuration. */
    static final String LEAST = """
            databases:
              main:
                url: jdbc:hsqldb:mem:test
            """;

    private Yaml() {}

    static GatewayConfig parse(String yaml) {
        return parse(yaml, Map.of());
    }

    static GatewayConfig parse(String yaml, Map<String, String> env) {
        final GatewayConfig config = GatewayConfig.parse(yaml, Path.of("base"), env::get);
        assertEquals(List.of(), ShippedSchema.problems(yaml), "what the reader takes, the schema takes");
        return config;
    }

    /** The problems as they are printed, in order. */
    static List<String> problems(String yaml) {
        return problems(yaml, Map.of());
    }

    static List<String> problems(String yaml, Map<String, String> env) {
        return assertThrows(ConfigException.class, () -> parse(yaml, env)).problems().stream()
                .map(Problem::toString)
                .toList();
    }
}
