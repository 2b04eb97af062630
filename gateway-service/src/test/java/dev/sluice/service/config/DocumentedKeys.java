package dev.sluice.service.config;

import dev.sluice.service.config.yaml.Format;
import dev.sluice.service.config.yaml.HttpFormat;
import dev.sluice.service.config.yaml.Keys.Key;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every section that a configuration may have, with the keys that its reader takes: what the manual is made of. */
final class DocumentedKeys {

    /**
     * A section.
     *
     * @param path as the manual names it; {@code NAME} stands for names that a user chooses
     * @param about what the section is for
     * @param least the section with nothing in it but what is required, as the root of a configuration
     */
    record Part(String path, String about, List<Key<?>> keys, String least) {}

    private static final String DATABASE = "databases: {d: {url: 'jdbc:hsqldb:mem:x'%s}}\n";
    private static final String SERVICE = "services: {s: {url: 'http://h'%s}}\n";

    static final List<Part> PARTS = List.of(
            new Part("", "At the top of the file.", GatewayConfig.KEYS, database("") + "%s"),
            new Part(
                    "queues",
                    "Where requests come from and results go.",
                    QueuesConfig.KEYS,
                    database("") + "queues: {%s}"),
            new Part("chunk", "What is asked together.", ChunkConfig.KEYS, database("") + "chunk: {%s}"),
            new Part(
                    "limits",
                    "What one request and one result may take.",
                    LimitsConfig.KEYS,
                    database("") + "limits: {%s}"),
            new Part("health", "Health and metrics over HTTP.", HealthConfig.KEYS, database("") + "health: {%s}"),
            new Part("databases.NAME", "A database, by a name of your choice.", DatabaseConfig.KEYS, DATABASE),
            new Part("services.NAME", "A REST service, by a name of your choice.", ServiceConfig.KEYS, SERVICE),
            new Part(
                    "services.NAME.token",
                    "Where a service's tokens are fetched, instead of a token.",
                    Credentials.Client.KEYS,
                    service(", token: {url: 'http://t', client: c, secret: s%s}")),
            new Part(
                    "lookups.NAME",
                    "A lookup in a database: read-only, equal keys are asked once where nobody can tell.",
                    Declaration.LOOKUP_KEYS,
                    database("") + "lookups: {l: {sql: 'VALUES (?)'%s}}"),
            new Part(
                    "lookups.NAME",
                    "A lookup behind a service. How the service is asked is said in the parts `request` and `response`;"
                            + " without them by [its default contract](../how-to/rest.md).",
                    RestDeclaration.LOOKUP_KEYS,
                    service("") + "lookups: {l: {service: s%s}}"),
            new Part(
                    "lookups.NAME.cache",
                    "Answers that are given again without asking.",
                    CacheConfig.KEYS,
                    database("") + "lookups: {l: {sql: 'VALUES (?)', cache: {entries: 9%s}}}"),
            new Part(
                    "statements.NAME",
                    "SQL that jobs run by name.",
                    Declaration.KEYS,
                    database("") + "statements: {l: {sql: 'DELETE FROM t WHERE i = ?'%s}}"),
            new Part(
                    "endpoints.NAME",
                    "Where events go.",
                    RestDeclaration.ENDPOINT_KEYS,
                    service("") + "endpoints: {e: {service: s%s}}"),
            new Part(
                    "lookups.NAME.request",
                    "How a service is asked; of endpoints, too.",
                    AskReader.KEYS,
                    service("") + "lookups: {l: {service: s, request: {%s}}}"),
            new Part(
                    "lookups.NAME.response",
                    "What its answer looks like; of endpoints, too, but for what tells whether something was found.",
                    AnswerReader.KEYS,
                    service("") + "lookups: {l: {service: s, response: {%s}}}"));

    private static final String NAME = Format.name().expects();
    private static final String POINTER = HttpFormat.pointer().expects();
    private static final String TYPE = Declaration.TYPE.expects();
    /** The manual says these parts of a value once, or its unit says them. */
    private static final Pattern UNSAID =
            Pattern.compile("\\b(?:a whole number|a duration|a size) from |^one of | that is not empty$");
    /** Longer descriptions are not repeated where another section has the same key. */
    private static final int LONG = 50;

    private DocumentedKeys() {}

    private static String database(String more) {
        return DATABASE.formatted(more);
    }

    private static String service(String more) {
        return SERVICE.formatted(more);
    }

    /** The part of the manual. What a key is for that an earlier section has, too, is said there. */
    static String manual() {
        final List<String> lines = new ArrayList<>();
        final Map<Key<?>, String> described = new HashMap<>();
        lines.add("");
        lines.add("Here *a name* stands for " + NAME + ", *a pointer* for " + POINTER + ", *a type* for " + TYPE + ".");
        for (final Part part : PARTS) {
            lines.add("");
            lines.add("## " + (part.path().isEmpty() ? "The top" : "`" + part.path() + "`"));
            lines.add("");
            lines.add(part.about());
            lines.add("");
            lines.add("| key | default | value | what it is for |");
            lines.add("|---|---|---|---|");
            final Map<String, List<String>> before = new LinkedHashMap<>();
            for (final Key<?> key : part.keys()) {
                final String section = described.putIfAbsent(key, part.path());
                if (section == null || key.about().length() <= LONG) {
                    lines.add(row(key));
                } else {
                    before.computeIfAbsent(section, name -> new ArrayList<>()).add("`" + key.name() + "`");
                }
            }
            before.forEach((section, names) -> {
                lines.add("");
                lines.add("As of `" + section + "`: " + String.join(", ", names) + ".");
            });
        }
        lines.add("");
        return String.join("\n", lines);
    }

    private static String row(Key<?> key) {
        final String value = key.format().expects();
        final String named =
                value.replace(NAME, "a name").replace(POINTER, "a pointer").replace(TYPE, "a type");
        return Stream.of(
                        "`" + key.name() + "`",
                        key.whenLeftOut().replaceFirst("^Default: ", ""),
                        (key.list() ? "a list: " : "") + UNSAID.matcher(named).replaceAll(""),
                        key.about())
                .map(cell -> cell.replace("|", "\\|"))
                .collect(Collectors.joining(" | ", "| ", " |"));
    }
}
