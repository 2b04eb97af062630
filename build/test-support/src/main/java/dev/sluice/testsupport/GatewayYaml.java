package dev.sluice.testsupport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Builds a gateway's configuration from keys that are given by their paths. The keys are written in the order in which they were
 * first set. Not thread-safe.
 */
public final class GatewayYaml {

    private final Map<String, Object> root = new LinkedHashMap<>();

    /** Creates a configuration without queues, which is what a replay needs. */
    public GatewayYaml(String name) {
        with("name", name);
    }

    public GatewayYaml(String name, Path queues) {
        this(name);
        with("queues.path", queues.toAbsolutePath());
    }

    /**
     * Sets a key.
     *
     * @param path the path of the key, for example {@code chunk.limit}; a name in the path cannot contain a dot
     * @param value a string, a number, a boolean, or a collection of these
     */
    public GatewayYaml with(String path, Object value) {
        Map<String, Object> section = root;
        final String[] names = path.split("\\.");
        for (int i = 0; i < names.length - 1; i++) {
            section = section(section, names[i]);
        }
        section.put(names[names.length - 1], value);
        return this;
    }

    @SuppressWarnings("unchecked") // only sections are maps
    private static Map<String, Object> section(Map<String, Object> parent, String name) {
        return (Map<String, Object>) parent.computeIfAbsent(name, key -> new LinkedHashMap<String, Object>());
    }

    /** Writes the configuration to a file, and returns the file. */
    public Path write(Path file) throws IOException {
        return Files.writeString(file, toString());
    }

    @Override
    public String toString() {
        final StringBuilder yaml = new StringBuilder();
        append(yaml, root, "");
        return yaml.toString();
    }

    private static void append(StringBuilder yaml, Map<?, ?> section, String indent) {
        section.forEach((name, value) -> {
            yaml.append(indent).append(name).append(':');
            if (value instanceof Map<?, ?> inner) {
                append(yaml.append('\n'), inner, indent + "  ");
            } else {
                yaml.append(' ').append(shown(value)).append('\n');
            }
        });
    }

    private static String shown(Object value) {
        if (value instanceof Collection<?> all) {
            return all.stream().map(GatewayYaml::shown).collect(Collectors.joining(", ", "[", "]"));
        }
        return value instanceof Number || value instanceof Boolean
                ? value.toString()
                : "'" + value.toString().replace("'", "''") + "'";
    }
}
