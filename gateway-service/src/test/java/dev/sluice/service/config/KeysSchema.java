package dev.sluice.service.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.service.config.DocumentedKeys.Part;
import dev.sluice.service.config.yaml.Format;
import dev.sluice.service.config.yaml.HttpFormat;
import dev.sluice.service.config.yaml.Keys.Key;
import dev.sluice.service.config.yaml.Secret;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * A JSON Schema of the configuration, made of the readers' keys, for editors: draft-07, the one that their YAML server knows best.
 * It refuses nothing that the readers take; the readers find more.
 */
final class KeysSchema {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern WHOLE_NUMBER = Pattern.compile("a whole number from ([0-9]+) to ([0-9]+)");
    private static final Pattern OR_WORD = Pattern.compile("(.*), or (forever|none)");

    private static final String ANY = "[\\s\\S]*";
    private static final String SOME = "[^ \\t\\n\\r]";
    private static final String TIME = "[0-9]+(?:ms|s|m|h|d)";
    private static final String POINTER = "(?:/(?:[^~/]|~[01])*)*";
    private static final String HEADER = "[A-Za-z0-9!#$%&'*+.^_`|~-]+";
    private static final String REFERENCE =
            "\\$\\{(?:config\\.dir|[A-Za-z_][A-Za-z0-9_]*(?::[^}]*)?)\\}"; // a file is a name with a default to it
    private static final String BETWEEN = "[^$]|\\$(?!\\{)";

    /** The pattern of the whole of a text by what its format expects: the first that this begins with. */
    private static final Map<String, String> PATTERNS = new LinkedHashMap<>();

    static {
        PATTERNS.put("a name of at most 64 ", "[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");
        PATTERNS.put("hold, or fail-after and a duration from ", "hold|fail-after \\s*" + TIME + "\\s*");
        PATTERNS.put("a duration from ", TIME);
        PATTERNS.put("whole seconds from ", "[0-9]+(?:000ms|s|m|h|d)");
        PATTERNS.put("a size from ", "[0-9]+(?:B|KB|MB|GB)");
        PATTERNS.put("a URL that starts with 'jdbc:'", "jdbc:" + ANY);
        PATTERNS.put("a URL that starts with 'http://'", "https?://[^/?#@]+(?:/[^?#]*)?");
        PATTERNS.put("a text of printable characters", "[!-~](?:[ -~]*[!-~])?");
        PATTERNS.put("a JSON pointer", POINTER);
        PATTERNS.put(
                "a status from 200 to 599", "[2-5][0-9][0-9]|(?=/)" + POINTER + "|(?![0-9]+$|/)" + ANY + SOME + ANY);
        PATTERNS.put("a path that begins with '/'", "/" + ANY);
        PATTERNS.put("a header's name ", HEADER);
    }

    /** Texts of which nothing is asked but that something is there: what comes from outside is such a text, too. */
    private static final List<String> SOME_TEXTS =
            List.of("a text that is not empty", "a path", "a table's name", "a name of your choice");

    /** Keys that are nothing without another one, by section. */
    private static final Map<String, Map<String, String>> COMPANIONS = Map.of(
            "health", Map.of("address", "port", "token", "port"),
            "lookups.NAME.cache", Map.of("ttl", "entries", "notFoundTtl", "entries"),
            "services.NAME",
                    Map.of(
                            "password", "user",
                            "apiKeyHeader", "apiKey",
                            "keyStorePassword", "keyStore",
                            "trustStorePassword", "trustStore"));

    private KeysSchema() {}

    /** The content of the file. */
    static String text() throws JsonProcessingException {
        final DefaultIndenter lines = new DefaultIndenter("  ", "\n");
        return JSON.writer(new DefaultPrettyPrinter()
                                .withObjectIndenter(lines)
                                .withArrayIndenter(lines)
                                .withSeparators(Separators.createDefaultInstance()
                                        .withObjectFieldValueSpacing(Separators.Spacing.AFTER)))
                        .writeValueAsString(schema())
                + "\n";
    }

    private static ObjectNode schema() {
        final ObjectNode schema = JSON.createObjectNode();
        schema.put("$schema", "http://json-schema.org/draft-07/schema#");
        schema.put("title", "The configuration of a Sluice gateway");
        final ObjectNode root = section(part(GatewayConfig.KEYS));
        root.put("type", "object");
        root.put("description", "Keys at the top of the file.");
        root.putArray("anyOf").add(someOf("databases")).add(someOf("services"));
        final ObjectNode properties = (ObjectNode) root.get("properties");
        for (final List<Key<?>> keys :
                List.of(QueuesConfig.KEYS, ChunkConfig.KEYS, LimitsConfig.KEYS, HealthConfig.KEYS)) {
            properties.set(part(keys).path(), section(part(keys)));
        }
        properties.set("databases", named(part(DatabaseConfig.KEYS), section(part(DatabaseConfig.KEYS))));
        properties.set("services", named(part(ServiceConfig.KEYS), section(part(ServiceConfig.KEYS))));
        properties.set("lookups", named(part(Declaration.LOOKUP_KEYS), lookup()));
        properties.set("statements", named(part(Declaration.KEYS), section(part(Declaration.KEYS))));
        final ObjectNode endpoint = section(part(RestDeclaration.ENDPOINT_KEYS));
        ((ObjectNode) endpoint.get("properties")).set("request", ref("request"));
        ((ObjectNode) endpoint.get("properties")).set("response", ref("eventResponse"));
        properties.set("endpoints", named(part(RestDeclaration.ENDPOINT_KEYS), endpoint));
        schema.setAll(root);
        final ObjectNode definitions = schema.putObject("definitions");
        definitions.set("replaced", replaced());
        definitions.set("lookup", lookup(Declaration.LOOKUP_KEYS));
        definitions.set("serviceLookup", lookup(RestDeclaration.LOOKUP_KEYS));
        definitions.set("cache", section(part(CacheConfig.KEYS)));
        definitions.set("request", section(part(AskReader.KEYS)));
        final Part response = part(AnswerReader.KEYS);
        definitions.set("response", section(response));
        definitions.set(
                "eventResponse", section(new Part(response.path(), response.about(), AnswerReader.EVENT_KEYS, "")));
        return schema;
    }

    /** A lookup in a database, or one behind a service as its keys say. */
    private static ObjectNode lookup() {
        final ObjectNode lookup = JSON.createObjectNode();
        lookup.put("type", "object");
        final ObjectNode properties = lookup.putObject("properties"); // which an editor proposes for an empty lookup
        part(RestDeclaration.LOOKUP_KEYS).keys().stream()
                .filter(key -> key.name().equals("service"))
                .forEach(key -> properties.set(key.name(), value("lookups.NAME", key)));
        properties.set("request", ref("request"));
        properties.set("response", ref("response"));
        final ArrayNode kinds = lookup.putObject("if").putArray("anyOf");
        properties.fieldNames().forEachRemaining(name -> kinds.add(required(name)));
        lookup.set("then", ref("serviceLookup"));
        lookup.set("else", ref("lookup"));
        return lookup;
    }

    private static ObjectNode lookup(List<Key<?>> keys) {
        final ObjectNode lookup = section(part(keys));
        lookup.put("type", "object");
        final ObjectNode properties = (ObjectNode) lookup.get("properties");
        properties.set("cache", ref("cache"));
        if (keys == RestDeclaration.LOOKUP_KEYS) {
            properties.set("request", ref("request"));
            properties.set("response", ref("response"));
        }
        return lookup;
    }

    private static Part part(List<Key<?>> keys) {
        return DocumentedKeys.PARTS.stream()
                .filter(part -> part.keys() == keys)
                .findFirst()
                .orElseThrow();
    }

    /** A section; one without required keys may be nothing, with all of it commented out. */
    private static ObjectNode section(Part part) {
        final ObjectNode section = JSON.createObjectNode();
        final List<String> required = part.keys().stream()
                .filter(key -> key.whenLeftOut().equals("Required"))
                .map(Key::name)
                .toList();
        if (required.isEmpty()) {
            section.putArray("type").add("object").add("null");
        } else {
            section.put("type", "object");
        }
        section.put("description", about(part));
        if (!required.isEmpty()) {
            final ArrayNode names = section.putArray("required");
            required.forEach(names::add);
        }
        final ObjectNode properties = section.putObject("properties");
        part.keys().forEach(key -> properties.set(key.name(), value(part.path(), key)));
        section.put("additionalProperties", false);
        final Map<String, String> companions = COMPANIONS.getOrDefault(part.path(), Map.of());
        if (!companions.isEmpty()) {
            final ObjectNode dependencies = section.putObject("dependencies");
            part.keys().stream()
                    .map(Key::name)
                    .filter(companions::containsKey)
                    .forEach(name -> dependencies.putArray(name).add(companions.get(name)));
        }
        return section;
    }

    /** Sections by names of the user's choice. */
    private static ObjectNode named(Part part, ObjectNode section) {
        final ObjectNode named = JSON.createObjectNode();
        named.putArray("type").add("object").add("null");
        named.put(
                "description",
                DocumentedKeys.PARTS.stream()
                        .filter(some -> some.path().equals(part.path()))
                        .map(KeysSchema::about)
                        .collect(Collectors.joining(" ")));
        named.set("propertyNames", text(Format.name()));
        named.set("additionalProperties", section);
        return named;
    }

    /** What a section is for, without the manual's links. */
    private static String about(Part part) {
        return part.about().replaceAll("\\[(.*?)]\\(.*?\\)", "$1");
    }

    private static ObjectNode value(String path, Key<?> key) {
        final ObjectNode value = JSON.createObjectNode();
        value.put("description", key.describe());
        byDefault(key).ifPresent(text -> value.set("default", text));
        return value.setAll(shape(path + "." + key.name(), key));
    }

    private static ObjectNode shape(String path, Key<?> key) {
        final ObjectNode one = value(key.format());
        return switch (path) {
            case "databases.NAME.adHoc" -> anyOf(one, list(value(Format.path())));
            case "lookups.NAME.trust", "statements.NAME.trust", "lookups.NAME.response.key" -> anyOf(one, list(one));
            case "lookups.NAME.request.headers" -> map(HttpFormat.header(), HttpFormat.headerValue());
            case "lookups.NAME.response.columns" -> map(Format.text(), key.format());
            case "services.NAME.token" -> anyOf(one, section(part(Credentials.Client.KEYS)));
            default -> key.list() ? list(one) : one;
        };
    }

    private static Optional<JsonNode> byDefault(Key<?> key) {
        return key.byDefault()
                .filter(value -> !value.equals("") && !(value instanceof Secret))
                .map(value -> value instanceof Integer || value instanceof Boolean
                        ? JSON.valueToTree(value)
                        : JSON.valueToTree(key.whenLeftOut().replaceFirst("^Default: ", "")));
    }

    /** What a format takes, or what takes its place from outside. */
    private static ObjectNode value(Format<?> format) {
        final ObjectNode value = JSON.createObjectNode();
        final Matcher number = WHOLE_NUMBER.matcher(format.expects());
        if (number.matches()) {
            value.put("type", "integer")
                    .put("minimum", Integer.parseInt(number.group(1)))
                    .put("maximum", Integer.parseInt(number.group(2)));
        } else if (format.tag().equals(Tag.BOOL)) {
            value.put("type", "boolean");
        } else if (format.expects().startsWith("one of ")) {
            final ArrayNode words = value.putArray("enum");
            format.choices().forEach(words::add);
        } else if (!format.tag().equals(Tag.STR)) {
            return anyOf(JSON.createObjectNode().put("type", "integer"), text(format), ref("replaced"));
        } else if (format.expects().equals("a text") || SOME_TEXTS.contains(format.expects())) {
            return text(format);
        } else {
            value.setAll(text(format));
        }
        return anyOf(value, ref("replaced"));
    }

    private static ObjectNode text(Format<?> format) {
        final ObjectNode text = JSON.createObjectNode().put("type", "string");
        if (SOME_TEXTS.contains(format.expects())) {
            text.put("pattern", SOME);
        } else if (!format.expects().equals("a text")) {
            text.put("pattern", "^(?:" + pattern(format.expects()) + ")$");
        }
        // An editor says this, and the pattern otherwise.
        return text.has("pattern") ? text.put("patternErrorMessage", "expected " + format.expects()) : text;
    }

    private static String pattern(String expects) {
        final Matcher orWord = OR_WORD.matcher(expects);
        if (orWord.matches()) {
            return orWord.group(2) + "|" + pattern(orWord.group(1));
        }
        return PATTERNS.entrySet().stream()
                .filter(known -> expects.startsWith(known.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no pattern is known for: " + expects));
    }

    private static ObjectNode replaced() {
        final String none = "(?:" + BETWEEN + ")*";
        return JSON.createObjectNode()
                .put("type", "string")
                .put("pattern", "^" + none + REFERENCE + "(?:" + BETWEEN + "|" + REFERENCE + ")*$")
                .put(
                        "patternErrorMessage",
                        "expected ${NAME} or ${NAME:default}, ${file:path} or ${config.dir} in what is taken from outside");
    }

    private static ObjectNode map(Format<?> names, Format<?> values) {
        final ObjectNode map = JSON.createObjectNode();
        map.putArray("type").add("object").add("null");
        map.set("propertyNames", text(names));
        map.set("additionalProperties", value(values));
        return map;
    }

    private static ObjectNode list(ObjectNode one) {
        final ObjectNode list = JSON.createObjectNode().put("type", "array");
        list.set("items", one);
        return list;
    }

    private static ObjectNode anyOf(ObjectNode... some) {
        final ObjectNode any = JSON.createObjectNode();
        any.putArray("anyOf").addAll(List.of(some));
        return any;
    }

    private static ObjectNode required(String name) {
        final ObjectNode required = JSON.createObjectNode();
        required.putArray("required").add(name);
        return required;
    }

    private static ObjectNode someOf(String name) {
        final ObjectNode some = required(name);
        some.putObject("properties").putObject(name).put("type", "object").put("minProperties", 1);
        return some;
    }

    private static ObjectNode ref(String definition) {
        return JSON.createObjectNode().put("$ref", "#/definitions/" + definition);
    }
}
